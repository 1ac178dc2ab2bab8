import { farthest, type Span } from './plan'

/** In the address. */
export const spanKey = ({ from, to }: Span) => (from === 0 ? 'past' : to === farthest ? 'later' : String(from))

export const spanName = ({ from, to }: Span) =>
  from === 0 ? `Before ${to + 1}` : to === farthest ? `${from} or later` : String(from)

/** "in 2027", "before 2026". */
export const spanWhen = ({ from, to }: Span) =>
  from === 0 ? `before ${to + 1}` : to === farthest ? `in ${from} or later` : `in ${from}`
