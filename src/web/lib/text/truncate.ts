const most = 60

/** Text from anywhere, for a sentence: what nobody could see is written as an escape, and what would fill the page is cut. */
export const truncate = (text: string) => {
  const letters = [...text]
  return letters.slice(0, most).map(visible).join('') + (letters.length > most ? '…' : '')
}

const visible = (letter: string) =>
  /[\p{C}\p{Zl}\p{Zp}]/u.test(letter) ? `\\u${letter.codePointAt(0)?.toString(16).padStart(4, '0')}` : letter
