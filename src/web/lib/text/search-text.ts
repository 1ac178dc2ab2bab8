/**
 * Text to search for: what is pasted may have other spaces, soft hyphens, and marks without a width. Those that join letters belong
 * to Persian words and emoji, and stay.
 */
export const searchText = (text: string) =>
  text
    .replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/\s/g, ' ')
    .trim()
