import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { auditEvents } from '../../contract/audit-events'
import { query } from '../lib/api/client'
import { serverNow } from '../lib/api/server-clock'
import { Author } from '../record/history/author'
import { Button } from '../ui/button'
import { DateTime } from '../ui/format/format'
import * as fields from '../ui/input/fields.module.css'
import { Dialog } from '../ui/overlay/dialog'
import * as dialogs from '../ui/overlay/dialog.module.css'
import * as diffs from './diff.module.css'
import { changedKeys, type Specs, type Texts, type Version } from './fields'
import { fieldText } from './request-preview'

type Props = {
  what: string
  id: string
  specs: Specs
  /** The original values, and those that were typed. */
  baseline: Texts
  mine: Texts
  /** The current version. The original values may come from a list’s row, which may lack some. */
  version: Version
  onClose: () => void
  /** Chosen values to save on top of the current version. */
  onChoose: (chosen: Texts) => void
}

/** Compares both versions field by field, so nothing is lost or overwritten silently. */
export const Conflict = ({ what, id, specs, baseline, mine, version, onClose, onChoose }: Props) => {
  const { texts: current, isFromList } = version
  const prefix = useId()
  const theirs = changedKeys(specs, baseline, current)
  const own = changedKeys(specs, baseline, mine)
  const keys = Object.keys(specs).filter((key) => theirs.includes(key) || own.includes(key))
  const traces = useQuery({
    ...query(auditEvents.list, { query: { recordId: id, limit: '1' } }),
    retry: false,
    staleTime: 0,
  })
  const last = traces.data?.data[0]
  const [chosen, setChosen] = useState<Record<string, 'current' | 'mine'>>(
    Object.fromEntries(keys.map((key) => [key, own.includes(key) ? 'mine' : 'current'])),
  )
  const result = Object.fromEntries(
    Object.keys(specs).map((key) => [key, (chosen[key] === 'mine' ? mine[key] : current[key]) ?? '']),
  )
  const changes = changedKeys(specs, current, result).length
  const title = isFromList
    ? `This ${what} differs from what the list showed`
    : `Someone else changed this ${what} while you were editing`
  return (
    <Dialog className={dialogs.dialog} title={title} onClose={onClose} alert text="conflict" wide>
      <header>
        <h2>{title}</h2>
        <p id="conflict">
          {last && (
            <>
              Changed by {last.person ? <Author of={last} inNewTab /> : `“${last.key?.name ?? 'a deleted key'}”`},{' '}
              <DateTime value={last.at} /> ({ago(last.at)}).{' '}
            </>
          )}
          Your changes haven’t been saved. Choose which value to keep for each field.
        </p>
      </header>
      <div className={dialogs.body}>
        <table className={diffs.diff}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Original</th>
              <th scope="col" id={`${prefix}-current`}>
                Current
              </th>
              <th scope="col" id={`${prefix}-mine`}>
                Yours
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <tr key={key}>
                <th scope="row" id={`${prefix}-${key}`}>
                  {specs[key]?.label}
                </th>
                <td data-label="Original">{fieldText(specs, key, baseline)}</td>
                {(['current', 'mine'] as const).map((side) => {
                  const texts = side === 'mine' ? mine : current
                  const isUntouched = !(side === 'mine' ? own : theirs).includes(key)
                  return (
                    <td key={side} data-label={side === 'mine' ? 'Yours' : 'Current'}>
                      <label>
                        <input
                          className={fields.check}
                          type="radio"
                          name={`choose ${key}`}
                          aria-labelledby={`${prefix}-${key} ${prefix}-${side} ${prefix}-${key}-${side}`}
                          checked={chosen[key] === side}
                          onChange={() => setChosen({ ...chosen, [key]: side })}
                        />
                        <span id={`${prefix}-${key}-${side}`}>
                          {fieldText(specs, key, texts)} {isUntouched && <small>unchanged</small>}
                        </span>
                      </label>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <footer>
        <Button kind="bare" data-safe onClick={onClose}>
          Back to editing
        </Button>
        <Button kind="primary" onClick={() => onChoose(result)}>
          {changes === 0
            ? 'Keep current version'
            : `Save ${changes === 1 ? '1 change' : `${changes} changes`} to current version`}
        </Button>
      </footer>
    </Dialog>
  )
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** "2 minutes ago": someone still editing can be asked. */
const ago = (at: string | null | undefined) => {
  const minutes = Math.round((Date.parse(at ?? '') - serverNow().getTime()) / 60_000)
  if (Number.isNaN(minutes)) return 'some time ago'
  if (minutes > -1) return 'just now'
  if (minutes > -60) return relative.format(minutes, 'minute')
  return minutes > -48 * 60
    ? relative.format(Math.round(minutes / 60), 'hour')
    : relative.format(Math.round(minutes / 1440), 'day')
}
