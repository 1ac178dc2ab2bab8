import { Fragment, type ReactNode, useDeferredValue, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router-dom'
import type { ListEndpoint } from '../../contract/core/endpoint'
import { isNotFound } from '../lib/api/api-error'
import { useShortcutKey, withKey } from '../lib/shortcuts'
import { ButtonLink, IconButton, IconLink } from '../ui/button'
import { Facts, Field } from '../ui/facts/details'
import { Id } from '../ui/facts/record-facts'
import { formatNumber } from '../ui/format/format'
import { KeyCap } from '../ui/key-cap'
import { CloseButton } from '../ui/overlay/dialog'
import { EditLink } from './edit-link'
import * as styles from './panel.module.css'
import { fallbackTitle, RecordFallback } from './record-fallback'
import { hrefOf, nameOf, type ReadById, type RecordOf, type RecordType } from './record-type'
import { useRecord } from './use-record'

type Props<G extends ReadById, L extends ListEndpoint> = {
  recordType: RecordType<G, L>
  id: string
  /** Of the page of the list, or while they are stale, of the page before. */
  rows: { id: string }[]
  isStale: boolean
  values: { page: number; limit: number }
  total: number
  onStep: (step: 1 | -1) => void
  /** Null closes it. */
  onOpen: (id: string | null) => void
  actions?: ((record: RecordOf<G>) => ReactNode) | undefined
}

type Dated = { createdAt?: string | null; updatedAt?: string | null }

/** Side panel with a row’s record. The panel stays when the record changes; what has state of its own starts anew. */
export const Panel = <G extends ReadById, L extends ListEndpoint>({
  recordType,
  id,
  rows,
  isStale,
  values: { page, limit },
  total,
  onStep,
  onOpen,
  actions,
}: Props<G, L>) => {
  const keyOf = useShortcutKey()
  const at = rows.findIndex((row) => row.id === id)
  const onClose = () => onOpen(null)
  const shown = useRef(page)
  // Navigating now would abort a navigation under way.
  const isIdle = useNavigation().state === 'idle'
  // Turning the page goes on with the first row of the new one.
  useEffect(() => {
    if (!isIdle || isStale) return
    if (shown.current !== page && at === -1 && rows[0]) onOpen(rows[0].id)
    shown.current = page
  })
  const { record, error, retry } = useRecord(recordType, id)
  const isNone = !record && isNotFound(error)
  const name = record ? nameOf(recordType, record) : fallbackTitle(error)
  const { createdAt, updatedAt } = (record ?? {}) as Dated
  // The panel opens at once; its content follows.
  const content = useDeferredValue(
    record ? (
      <Fragment key={id}>
        <h2 className={styles.title}>
          {name} {recordType.state?.(record)}
        </h2>
        {recordType.summary && <div className={styles.summary}>{recordType.summary(record)}</div>}
        <Facts>
          {recordType.facts(record)}
          {createdAt !== undefined && <Field label="Created" value={createdAt} holds="localDay" />}
          {updatedAt !== undefined && <Field label="Updated" value={updatedAt} holds="time" />}
          <Field label="ID">
            <Id value={id} />
          </Field>
        </Facts>
        {recordType.panel?.(record)}
      </Fragment>
    ) : (
      <RecordFallback recordType={recordType} id={id} error={error} retry={retry} onClose={onClose} />
    ),
    null,
  )
  return (
    <aside className={styles.panel} aria-label={name}>
      <header>
        <span role="status">
          {at !== -1 && !isStale && `${formatNumber((page - 1) * limit + at + 1)} of ${formatNumber(total)}`}
        </span>
        <IconButton
          icon="chevron-up"
          label="Previous"
          tip={withKey('Previous', keyOf('k'))}
          onClick={() => onStep(-1)}
        />
        <IconButton icon="chevron-down" label="Next" tip={withKey('Next', keyOf('j'))} onClick={() => onStep(1)} />
        {!isNone && (
          <IconLink icon="maximize-2" label="Open page" tip="Open page (Enter)" href={hrefOf(recordType, { id })} />
        )}
        <CloseButton onClose={onClose} />
      </header>
      <div className={styles.body}>{content}</div>
      {!isNone && (
        <footer>
          <ButtonLink kind="primary" href={hrefOf(recordType, { id })}>
            Open page <KeyCap>↵</KeyCap>
          </ButtonLink>
          {record && recordType.write && (
            <EditLink endpoint={recordType.write} recordType={recordType} record={record} />
          )}
          <Fragment key={id}>{record && actions?.(record)}</Fragment>
        </footer>
      )}
    </aside>
  )
}
