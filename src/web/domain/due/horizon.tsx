import { dateFormat } from '../../lib/request-context'
import { spanText } from '../../ui/format/day'
import { dayFrom, inDays } from '../../ui/format/days-from-today'
import { formatNumber, plural, shortMonth } from '../../ui/format/format'
import { Glyph } from '../../ui/icon/glyph'
import { Icon } from '../../ui/icon/icon'
import { Link } from '../../ui/link'
import { tip } from '../../ui/overlay/tip'
import { SectionError } from '../../ui/states/async-section'
import * as typography from '../../ui/typography.module.css'
import { type Horizon as Days, type Marker, stepOf } from './due'
import * as styles from './horizon.module.css'
import { kindLabels } from './labels'
import type { Lane } from './queries'

type Props = {
  days: Days
  lanes: Lane[]
  /** URL of a mark by its name: "warranties-14", "goals-past". */
  addressOf: (mark: string) => string
  /** The selected mark. */
  current?: string
}

/** Timeline: a lane per kind, a mark per group of days, and as many days of the past. */
export const Horizon = ({ days, lanes, addressOf, current }: Props) => {
  const spanOf = spanWriter()
  return (
    <div className={styles.horizon} style={{ '--days': days, '--step': stepOf[days] }}>
      <span className={styles.gone}>Last {days} days</span>
      <div className={styles.scale} aria-hidden="true">
        {ticksOf(days).map(({ day, text }) => (
          <span key={day} style={{ '--day': day }}>
            {text}
          </span>
        ))}
      </div>
      {lanes.map((lane) => (
        <LaneOf key={lane.kind} lane={lane} days={days} addressOf={addressOf} current={current} spanOf={spanOf} />
      ))}
    </div>
  )
}

type LaneProps = { lane: Lane; spanOf: ReturnType<typeof spanWriter> } & Omit<Props, 'lanes'>

const LaneOf = ({ lane, days, addressOf, current, spanOf }: LaneProps) => {
  const { title, noun, icon } = kindLabels[lane.kind]
  const { outline } = lane
  const words = (count: number) => plural(count, ...noun)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form
    <div className={styles.lane} role="group" aria-label={title}>
      <p className={styles.kind}>
        <Icon name={icon} />
        {title}
        <small>{outline && `${formatNumber(outline.ahead)}${outline.whole.ahead ? '' : ' or more'}`}</small>
      </p>
      <div className={styles.past}>
        {outline && outline.past > 0 && (
          <Link
            href={addressOf(`${lane.kind}-past`)}
            data-tone="bad"
            aria-current={current === `${lane.kind}-past` || undefined}
            aria-label={`${words(outline.past)}${outline.whole.past ? '' : ' or more'} in the ${days} days before today`}
          >
            <Glyph name="gone" />
            {formatNumber(outline.past)}
            {!outline.whole.past && '+'}
          </Link>
        )}
      </div>
      <div className={styles.track}>
        {!lane.isOffered ? (
          <p className={typography.dim}>This server can’t list these.</p>
        ) : lane.error && !outline ? (
          <SectionError error={lane.error} onRetry={lane.refetch} />
        ) : !outline ? (
          <p className={typography.dim}>Loading</p>
        ) : (
          outline.marks.map((mark) => {
            const name = `${lane.kind}-${mark.from}`
            const span = spanOf(mark)
            return (
              <Link
                key={mark.from}
                href={addressOf(name)}
                className={styles.due}
                data-tone={mark.from < 7 ? 'attention' : 'calm'}
                aria-current={current === name || undefined}
                {...tip(`${words(mark.count)}, ${span}`)}
                style={{ '--day': mark.from, '--room': mark.next - mark.from }}
              >
                <b>{formatNumber(mark.count)}</b>
                <span className="visually-hidden">
                  {mark.count === 1 ? noun[0] : noun[1]}, {span}
                  {mark.label && ': '}
                </span>
                {mark.label && <span>{mark.label}</span>}
              </Link>
            )
          })
        )}
      </div>
    </div>
  )
}

/** "tomorrow", "28 Nov – 4 Dec 2026" for a mark. The lanes share most spans, and each takes the browser a while to write. */
export const spanWriter = () => {
  const written = new Map<string, string>()
  return ({ from, to }: Pick<Marker, 'from' | 'to'>) => {
    const key = `${from} ${to}`
    const text = written.get(key) ?? (from === to ? inDays(from) : spanText(dayFrom(from), dayFrom(to)))
    written.set(key, text)
    return text
  }
}

const names = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' })

const ticksOf = (days: Days) => {
  const every = stepOf[days]
  return Array.from({ length: Math.ceil(days / every) }, (_, index) => ({
    day: index * every,
    text: index === 0 ? 'Today' : shortMonth(names().format(new Date(dayFrom(index * every)))),
  }))
}
