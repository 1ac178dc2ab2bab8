/**
 * Text to search for. What is pasted may have other spaces, and marks that nobody sees; two of these, the joiners of letters, belong
 * to Persian words and emoji.
 */
export const searchText = (text: string) =>
  text
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replace(/\s/g, ' ')
    .trim()
