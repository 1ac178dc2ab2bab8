import { dashboards } from '../../contract/dashboards'
import { consoleOrigin } from '../lib/request-context'
import { defineRecordType } from '../record/record-type'
import { Field } from '../ui/facts/details'
import { StatusBadge } from '../ui/status-badge'
import { framingOf, hostOf } from './dashboards/frame'
import { activeLook } from './labels'
import { dashboards as section } from './sections'
import { YesNo } from './yes-no'

export const recordType = defineRecordType({
  ...section,
  get: dashboards.get,
  list: dashboards.list,
  noun: ['external dashboard', 'external dashboards'],
  name: ({ name }) => name,
  state: ({ isActive }) => typeof isActive === 'boolean' && <StatusBadge badge={activeLook(isActive)} />,
  facts: (record) => (
    <>
      <Field label="Host" value={hostOf(record.url)} />
      <Field label="Opens">{opensText(record)}</Field>
      <Field label="Roles" value={rolesText(record.roleNames)} />
      <Field label="Default">
        <YesNo value={record.isDefault} />
      </Field>
    </>
  ),
})

type Dashboard = Parameters<typeof framingOf>[0]

export const opensText = (record: Dashboard) =>
  'sandbox' in framingOf(record, record.url, consoleOrigin()) ? 'On its page' : 'In a new tab'

export const rolesText = (roles: string[] | null | undefined) => (roles ?? []).join(', ')
