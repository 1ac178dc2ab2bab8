/** Between the searched fields of a row, so that no text matches across two of them: a noncharacter that `fold` removes. */
const fieldEnd = '\uFFFF'

/**
 * Lower case, with composed letters and plain spaces. Done here, because SQL's `lower()` depends on the locale and the engines differ. A
 * change needs a migration of the stored search texts.
 */
export const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('ς', 'σ')
    .replace(/\p{Zs}/gu, ' ')
    .replaceAll(fieldEnd, '\uFFFD')

/** The searched fields of a record, folded; those with accents also without, so that "sorensen" finds Sørensen. */
export const searchText = (...fields: (string | null | undefined)[]) => {
  const folded = fields.map((field) => fold(field ?? ''))
  const plain = folded.flatMap((field) => {
    const text = withoutAccents(field)
    return text === field ? [] : [text]
  })
  return [...folded, ...plain].join(fieldEnd)
}

/** Letters that Unicode does not take apart into a plain letter and an accent. */
const plainLetters: Record<string, string> = {
  ...{ ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ł: 'l', ŧ: 't' },
  ...{ æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th' },
}
const otherLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/** Folded text without accents: "sørensen" is "sorensen". */
export const withoutAccents = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(otherLetters, (letter) => plainLetters[letter] ?? letter)

/** A name that contains itself with the surname first as well: "Ida Marie Sørensen Ida Marie". */
export const nameInBothOrders = (name: string) => {
  const forenames = name.trim().split(/\s+/).slice(0, -1)
  return [name, ...forenames].join(' ')
}

/**
 * Natural sort order: case and accents only break ties. Stored and compared by code point (`COLLATE "C"`), so that both
 * engines agree. 256 characters per half fit into an index entry.
 */
export const sortKey = (text: string) => {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase()
  return `${plain.slice(0, 256)}\u0001${text.slice(0, 256)}`.toWellFormed()
}
