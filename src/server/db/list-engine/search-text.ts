/** Between the searched fields of a row, so that no text matches across two of them: a noncharacter that `fold` removes. */
const fieldEnd = '\uFFFF'

/** Lower case done here and not by SQL, because `lower()` depends on the database's locale and the two engines differ. */
export const fold = (text: string) => text.toLowerCase().replaceAll('ς', 'σ').replaceAll(fieldEnd, '\uFFFD')

/** What a search looks into: the searched fields of a record, folded. */
export const searchText = (...fields: (string | null | undefined)[]) =>
  fields.map((field) => fold(field ?? '')).join(fieldEnd)

/**
 * The order of people: case and accents count only between names that are otherwise the same. Stored and compared by
 * code point (`COLLATE "C"`), so that both engines agree. 256 characters a half keep it inside an index entry.
 */
export const sortKey = (text: string) => {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase()
  return `${plain.slice(0, 256)}\u0001${text.slice(0, 256)}`.toWellFormed()
}
