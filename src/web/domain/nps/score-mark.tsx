import { formatNumber, Missing } from '../../ui/format/format'
import { Glyph } from '../../ui/icon/glyph'
import { tip, useTipStop } from '../../ui/overlay/tip'
import { categoryBadges } from './labels'
import { categoryOf } from './score'
import * as styles from './score-mark.module.css'

type Props = { answer: { score?: number | null; category?: string | null } }

/** Score with its category’s shape: up, level or down. */
export const ScoreMark = ({ answer: { score, category } }: Props) => {
  const stop = useTipStop()
  const meant = categoryOf(score, category)
  if (typeof score !== 'number' || !meant) return <Missing />
  const { tone, glyph, word } = categoryBadges[meant]
  return (
    <span className={styles.score} data-tone={tone} {...tip(word)} {...stop}>
      <Glyph name={glyph} />
      <b>{formatNumber(score)}</b>
      <span className="visually-hidden">, {word.toLowerCase()}</span>
    </span>
  )
}
