/**
 * Text to search for, without what a paste may bring: no-break and other Unicode spaces, soft hyphens and invisible marks. Joiners
 * belong to Persian words and emoji, and stay.
 */
export const cleanSearch = (text: string) =>
  text
    .replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/\s/g, ' ')
    .trim()

/** Whether a text contains what is searched for, where the server can’t search. */
export const matchesSearch = (text: string | null | undefined, search: string) =>
  cleanSearch(text ?? '')
    .toLowerCase()
    .includes(search.toLowerCase())
