/** Between the searched fields of a row, so that no text matches across two of them: a noncharacter that `fold` removes. */
const fieldEnd = '\uFFFF'

/** Lower-cased here, because SQL's `lower()` depends on the locale and the engines differ. */
export const fold = (text: string) => text.toLowerCase().replaceAll('ς', 'σ').replaceAll(fieldEnd, '\uFFFD')

/** The searched fields of a record, folded. */
export const searchText = (...fields: (string | null | undefined)[]) =>
  fields.map((field) => fold(field ?? '')).join(fieldEnd)

/**
 * Natural sort order: case and accents only break ties. Stored and compared by code point (`COLLATE "C"`), so that both
 * engines agree. 256 characters per half fit into an index entry.
 */
export const sortKey = (text: string) => {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase()
  return `${plain.slice(0, 256)}\u0001${text.slice(0, 256)}`.toWellFormed()
}
