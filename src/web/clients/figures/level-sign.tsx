import type { Figure } from '../../../contract/figures/client-figures'
import { healthBadge } from '../../domain/client-health/labels'
import { Glyph } from '../../ui/icon/glyph'
import * as badges from '../../ui/status-badge.module.css'
import type { Client } from './sentences'

/** The sign of a figure that gives a reason. */
export const LevelSign = ({ client, figure }: { client: Client; figure: Figure }) => {
  const reason = client.reasons?.find((one) => one.figure === figure)
  if (!reason) return null
  const { tone, glyph, word } = healthBadge(reason.level)
  return (
    <span className={badges.badge} data-tone={tone}>
      <Glyph name={glyph} />
      <span className="visually-hidden">{word}: </span>
    </span>
  )
}
