import type { devices } from '../../contract/devices'
import { type Warranty, warrantyState } from '../domain/warranty/warranty'
import type { RecordOf } from '../record/record-type'
import { CopyButton } from '../ui/copy-button'
import * as notices from '../ui/facts/notice.module.css'
import { Day, dayText } from '../ui/format/day'
import { Glyph } from '../ui/icon/glyph'
import { Section } from '../ui/page/section'
import { StatusBadge } from '../ui/status-badge'
import * as typography from '../ui/typography.module.css'
import { contradiction } from './warranty-contradiction'
import { type Line, lineOf } from './warranty-line'
import * as styles from './warranty-section.module.css'

type Props = { device: RecordOf<typeof devices.get> }

export const WarrantySection = ({ device }: Props) => {
  const state = warrantyState(device)
  const line = lineOf(device)
  const fault = contradiction(device, device.integrationSource)
  return (
    <Section
      title="Warranty"
      more={state && <StatusBadge badge={{ ...state, word: state.since }} loud={state.tone !== 'good'} />}
    >
      {line ? (
        <WarrantyLine line={line} warranty={device} />
      ) : (
        <p className={typography.dim}>
          {device.warrantyStart
            ? `Started on ${dayText(device.warrantyStart)}. The end date is unknown.`
            : 'Dates unknown.'}
        </p>
      )}
      {fault && (
        <div className={`${notices.notice} ${styles.notice}`} data-tone="attention">
          <Glyph name="pending" />
          <p>
            <b>{fault.what}</b> {fault.why}
          </p>
          <CopyButton small text={() => bothDates(device)}>
            Copy both dates
          </CopyButton>
        </div>
      )}
    </Section>
  )
}

/** The contradicting dates as the API gave them, to send to the owner of the source. */
const bothDates = ({ name, serialNumber, warrantyStart, warrantyEnd, warrantyExpires }: Props['device']) => {
  const dates = { warrantyStart, warrantyEnd, warrantyExpires }
  return [
    [name, serialNumber].filter(Boolean).join(', '),
    ...Object.entries(dates).flatMap(([field, value]) => (value ? [`${field}: ${value}`] : [])),
  ].join('\n')
}

const WarrantyLine = ({ line: { marks, covered, doubt, now }, warranty }: { line: Line; warranty: Warranty }) => {
  const tones = { start: undefined, end: warrantyState(warranty)?.tone, later: 'attention' }
  const rows = Math.max(...marks.map(({ row }) => row)) + 1
  return (
    <figure
      className={styles.warranty}
      style={{ '--rows': rows, '--marks': marks.length }}
      aria-label="Warranty timeline"
    >
      <div className={styles.line}>
        <i className={styles.covered} style={{ '--from': covered.from, '--to': covered.to }} />
        {doubt && <i className={styles.doubt} style={{ '--from': doubt.from, '--to': doubt.to }} />}
      </div>
      <ol>
        {marks.map(({ what, field, value, at, row, side }, index) => (
          <li
            key={field}
            data-tone={tones[what]}
            data-side={side}
            data-half={at > 50 ? 'last' : 'first'}
            style={{ '--at': at, '--row': row, '--index': index }}
          >
            <b>
              {what !== 'start' && (
                <Glyph name={what === 'later' ? 'soon' : (warrantyState(warranty)?.glyph ?? 'done')} />
              )}
              <Day value={value} />
            </b>
            {what === 'start' ? 'starts' : 'ends'} {doubt && what !== 'start' && <code>{field}</code>}
          </li>
        ))}
      </ol>
      <div className={styles.now} data-half={now > 50 ? 'last' : 'first'} style={{ '--at': now }}>
        <span>today</span>
      </div>
    </figure>
  )
}
