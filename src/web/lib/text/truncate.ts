const most = 60

/** Makes untrusted text safe to quote: escapes invisible characters and truncates. */
export const truncate = (text: string) => {
  const letters = [...text]
  return letters.slice(0, most).map(visible).join('') + (letters.length > most ? '…' : '')
}

const visible = (letter: string) =>
  /[\p{C}\p{Zl}\p{Zp}]/u.test(letter) ? `\\u${letter.codePointAt(0)?.toString(16).padStart(4, '0')}` : letter
