/** A sentence as data: plain text, emphasis, quotes, approvals and placeholders. */
export type Piece = string | { kind: 'strong' | 'quote' | 'approval' | 'slot'; text: string }
export type Prose = Piece[]

export const strong = (text: string): Piece => ({ kind: 'strong', text })

/** Template tag; values may be single pieces or whole prose. */
export const say = (strings: TemplateStringsArray, ...values: (Piece | Prose)[]): Prose =>
  strings.flatMap((text, place) => [text, ...[values[place] ?? []].flat()]).filter((piece) => piece !== '')

/** Placeholders are in brackets, as nothing else tells them from the same words. */
export const plain = (prose: Prose): string =>
  prose
    .map((piece) => (typeof piece === 'string' ? piece : piece.kind === 'slot' ? `[${piece.text}]` : piece.text))
    .join('')

/** "a, b and c". */
export const listed = (items: Prose[], word: 'and' | 'or' | 'nor', comma = ''): Prose =>
  items.flatMap((item, place) => [
    ...(place === 0 ? [] : [place === items.length - 1 ? `${comma} ${word} ` : ', ']),
    ...item,
  ])
