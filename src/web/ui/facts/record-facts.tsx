import type { ReactNode } from 'react'
import { InlineCopyButton } from '../copy-button'
import { FactSection } from '../page/section'
import * as typography from '../typography.module.css'
import { Field } from './details'

/** Shortened in its middle where there is no room for all of it, which the selection has nevertheless. */
export const Id = ({ value }: { value: string }) => (
  <span className={typography.id}>
    {value.slice(0, 8)}
    <span>{value.slice(8, -4)}</span>
    {value.slice(8).slice(-4)} <InlineCopyButton text={value} what="ID" />
  </span>
)

/** On screen only: paper has no use for an ID. */
export const IdField = ({ value }: { value: string }) => (
  <div data-screen-only>
    <dt>ID</dt>
    <dd>
      <Id value={value} />
    </dd>
  </div>
)

type Dated = { id: string; createdAt?: string | null; updatedAt?: string | null }

/** Created, updated and ID; `children` are fields before these. Printed only with such fields, and never with the ID. */
export const RecordFacts = ({ record, children }: { record: Dated; children?: ReactNode }) => (
  <FactSection title="Record" onScreenOnly={!children}>
    {children}
    {'createdAt' in record && <Field label="Created" value={record.createdAt} holds="time" />}
    {'updatedAt' in record && <Field label="Updated" value={record.updatedAt} holds="time" />}
    <IdField value={record.id} />
  </FactSection>
)
