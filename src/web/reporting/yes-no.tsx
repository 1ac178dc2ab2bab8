import { Missing } from '../kit/format'
import { State } from '../kit/ui/state'

type Props = { value: boolean | null | undefined; yes: string; no: string }

/** A flag in words, for where neither is better than the other. */
export const YesNo = ({ value, yes, no }: Props) => {
  if (typeof value !== 'boolean') return <Missing />
  return <State look={value ? { tone: 'good', glyph: 'done', word: yes } : { tone: 'calm', glyph: 'idle', word: no }} />
}
