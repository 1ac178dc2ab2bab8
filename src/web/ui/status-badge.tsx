import { getOwn } from '../lib/text/get-own'
import { Glyph, type GlyphName } from './icon/glyph'
import * as styles from './status-badge.module.css'

export type Tone = 'good' | 'attention' | 'bad' | 'calm'
export type BadgeProps = { tone: Tone; glyph: GlyphName; word: string }

/** Status as shape, word and colour, so colour is never the only cue. */
export const StatusBadge = ({ badge: { tone, glyph, word }, loud }: { badge: BadgeProps; loud?: boolean }) => (
  <span className={styles.badge} data-tone={tone} data-loud={loud || undefined}>
    <Glyph name={glyph} />
    {word}
  </span>
)

/** On or off; unknown if the server doesn’t say. */
export const switchLook = (isOn: unknown): BadgeProps => {
  if (typeof isOn !== 'boolean') return unknownBadge
  return isOn ? { tone: 'good', glyph: 'active', word: 'On' } : { tone: 'calm', glyph: 'idle', word: 'Off' }
}

const unknownStatus = (word: string): BadgeProps => ({ tone: 'calm', glyph: 'draft', word })
export const unknownBadge = unknownStatus('Unknown')

export type Statuses<S extends string = string> = { labels: Record<S, string>; badge: (status: string) => BadgeProps }

/** Labels and badges of a status field’s known values, in order of choice; others are shown as they are. */
export const defineStatuses = <S extends string>(
  badges: Record<S, BadgeProps>,
  normalize = (status: string) => status,
): Statuses<S> => ({
  labels: Object.fromEntries(Object.entries<BadgeProps>(badges).map(([status, { word }]) => [status, word])) as Record<
    S,
    string
  >,
  badge: (status) => getOwn(badges, normalize(status)) ?? unknownStatus(status),
})
