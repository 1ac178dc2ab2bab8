const most = 60

/** Text from anywhere, for a sentence: what nobody could see is written as an escape, and what would fill the page is cut. */
export const shortened = (text: string) => {
  const start = [...text.slice(0, 2 * most + 2)]
  const seen = start.slice(0, most).map((letter) => (/[\p{C}\p{Zl}\p{Zp}]/u.test(letter) ? escapeOf(letter) : letter))
  return seen.join('') + (start.length > most ? '…' : '')
}

const escapeOf = (letter: string) => `\\u${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
