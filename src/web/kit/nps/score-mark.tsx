import { formatNumber, Missing } from '../format'
import { Glyph } from '../ui/glyph'
import { categoryOf } from './score'
import styles from './score-mark.module.css'
import { categoryLooks } from './words'

type Props = { answer: { score?: number | null; category?: string | null } }

/** A score in the shape of its category: up for promoters, level for passives, down for detractors. */
export const ScoreMark = ({ answer: { score, category } }: Props) => {
  const meant = categoryOf(score, category)
  if (typeof score !== 'number' || !meant) return <Missing />
  const { tone, glyph, word } = categoryLooks[meant]
  return (
    <span className={styles.score} data-tone={tone} title={word}>
      <Glyph name={glyph} />
      <b>{formatNumber(score)}</b>
      <span className="visually-hidden">, {word.toLowerCase()}</span>
    </span>
  )
}
