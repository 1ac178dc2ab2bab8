import { slots } from './parameters'
import type { Piece, Prose } from './prose'
import * as styles from './prose-text.module.css'

export const ProseText = ({ prose }: { prose: Prose }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence are known by where they stand
  prose.map((piece, place) => <PieceText key={place} piece={piece} />)

const PieceText = ({ piece }: { piece: Piece }) => {
  if (typeof piece === 'string') return piece
  if (piece.kind === 'strong') return <b>{piece.text}</b>
  if (piece.kind === 'quote') return <span className={styles.quote}>{piece.text}</span>
  if (piece.kind === 'approval') return <em>{piece.text}</em>
  return <span className={styles.slot}>{piece.text}</span>
}

/** A parameter with its template placeholders highlighted. */
export const TemplateText = ({ text }: { text: string }) => (
  <ProseText
    prose={slots(text).map((piece) => (typeof piece === 'object' && piece.kind === 'strong' ? piece.text : piece))}
  />
)
