import { type ReactNode, useDeferredValue } from 'react'
import type { ListEndpoint } from '../../../contract/kit'
import { Failure } from '../failure'
import { DateTime, formatNumber } from '../format'
import { Icon } from '../ui/icon'
import { KeyCap } from '../ui/key-cap'
import { DetailBones, Facts, Field, Id } from './parts'
import { isUnknown, Unknown } from './unknown'
import { useRecord } from './use-record'
import { hrefOf, nameOf, type ReadById, type RecordOf, type RecordView } from './view'

type Props<G extends ReadById, L extends ListEndpoint> = {
  view: RecordView<G, L>
  id: string
  /** Which of how many it is, where it is one of the rows that are shown. */
  place: { at: number; of: number } | null
  onStep: (step: 1 | -1) => void
  onClose: () => void
  actions?: ((record: RecordOf<G>) => ReactNode) | undefined
}

type Dated = { createdAt?: string | null; updatedAt?: string | null }

/** A row's record beside its list, so that one can go from row to row. */
export const Panel = <G extends ReadById, L extends ListEndpoint>({
  view,
  id,
  place,
  onStep,
  onClose,
  actions,
}: Props<G, L>) => {
  const { record, error, retry } = useRecord(view.get, view.list, id)
  const isNone = !record && isUnknown(error)
  const name = record ? nameOf(view, record) : isNone ? 'Not found' : error ? 'Not read' : 'Loading'
  const { createdAt, updatedAt } = (record ?? {}) as Dated
  // The panel opens at once, and what is in it follows.
  const content = useDeferredValue(
    record ? (
      <>
        <h2 className="panel-title">
          {name} {view.state?.(record)}
        </h2>
        {view.summary && <p className="panel-summary">{view.summary(record)}</p>}
        <Facts>
          {view.facts(record)}
          {createdAt !== undefined && (
            <Field label="Created">
              <DateTime value={createdAt} dateOnly />
            </Field>
          )}
          {updatedAt !== undefined && (
            <Field label="Updated">
              <DateTime value={updatedAt} />
            </Field>
          )}
          <Field label="ID">
            <Id value={id} />
          </Field>
        </Facts>
      </>
    ) : error && isNone ? (
      <Unknown view={view} error={error} onClose={onClose} />
    ) : error ? (
      <Failure error={error} what={`The ${view.noun[0]}`} onRetry={retry} />
    ) : (
      <DetailBones />
    ),
    null,
  )
  return (
    <aside className="panel" aria-label={name}>
      <header>
        <span role="status">{place && `${formatNumber(place.at)} of ${formatNumber(place.of)}`}</span>
        <button
          type="button"
          className="icon-button"
          title="Previous (k)"
          aria-label="Previous"
          onClick={() => onStep(-1)}
        >
          <Icon name="chevron-up" />
        </button>
        <button type="button" className="icon-button" title="Next (j)" aria-label="Next" onClick={() => onStep(1)}>
          <Icon name="chevron-down" />
        </button>
        {!isNone && (
          <a className="icon-button" title="Open page (Enter)" aria-label="Open page" href={hrefOf(view, { id })}>
            <Icon name="maximize-2" />
          </a>
        )}
        <button type="button" className="icon-button" title="Close (Esc)" aria-label="Close" onClick={onClose}>
          <Icon name="x" />
        </button>
      </header>
      <div className="body">{content}</div>
      {!isNone && (
        <footer>
          <a className="button" data-kind="primary" href={hrefOf(view, { id })}>
            Open page <KeyCap>↵</KeyCap>
          </a>
          {record && actions?.(record)}
        </footer>
      )}
    </aside>
  )
}
