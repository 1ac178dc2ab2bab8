import { useServerNow } from '../../../lib/api/server-clock'
import { Glyph } from '../../../ui/icon/glyph'
import * as badges from '../../../ui/status-badge.module.css'
import { clockOf, clockText, followUpHours } from './waiting'
import * as styles from './waiting-list.module.css'

const glyphs = { bad: 'error', attention: 'soon', calm: 'soon' } as const

/** Share of the 48 hours that has passed. */
export const Clock = ({ answer }: { answer: Parameters<typeof clockOf>[0] }) => {
  const clock = clockOf(answer, useServerNow())
  if (!clock) return <span />
  return (
    <span className={styles.clock} data-tone={clock.tone}>
      <i style={{ '--part': Math.min(clock.waited / followUpHours, 1) }} />
      <span className={badges.badge} data-tone={clock.tone} data-loud={clock.tone !== 'calm' || undefined}>
        <Glyph name={glyphs[clock.tone]} />
        {clockText(clock)}
      </span>
    </span>
  )
}
