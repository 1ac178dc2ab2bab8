import { dashboards } from '../../contract/dashboards'
import { Text } from '../kit/format'
import { ownOrigin } from '../kit/reader'
import { Field } from '../kit/record/parts'
import { recordView } from '../kit/record/view'
import { State } from '../kit/ui/state'
import { framingOf, hostOf } from './frame'
import { activeLook } from './words'
import { YesNo } from './yes-no'

export const dashboard = recordView({
  get: dashboards.get,
  list: dashboards.list,
  path: '/dashboards',
  title: 'External dashboards',
  area: 'Reporting',
  noun: ['external dashboard', 'external dashboards'],
  name: ({ name }) => name,
  state: ({ isActive }) => typeof isActive === 'boolean' && <State look={activeLook(isActive)} />,
  facts: (record) => (
    <>
      <Field label="Host">
        <Text value={hostOf(record.url)} />
      </Field>
      <Field label="Opens">{opensText(record)}</Field>
      <Field label="Roles">
        <Text value={rolesText(record.roleNames)} />
      </Field>
      <Field label="Default">
        <YesNo value={record.isDefault} />
      </Field>
    </>
  ),
})

type Dashboard = Parameters<typeof framingOf>[0]

export const opensText = (record: Dashboard) =>
  'sandbox' in framingOf(record, record.url, ownOrigin()) ? 'On its page' : 'In a new tab'

export const rolesText = (roles: string[] | null | undefined) => (roles ?? []).join(', ')
