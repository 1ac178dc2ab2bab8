import type { automation } from '../../contract/automation'
import { CompanyPicker } from '../domain/company-picker'
import { columnsOf } from '../list/columns/columns'
import { NameCell } from '../list/columns/name-cell'
import { listLoader } from '../list/list-loader'
import { ListPage, type RowOf } from '../list/list-page'
import { NameLink } from '../record/record-link'
import { Missing, Numeric } from '../ui/format/format'
import { ruleBulk } from './bulk'
import { recordType as rule, Trigger } from './rule-record'
import { RuleSwitch } from './rule-switch'
import { entityLabels, entityName, triggerLabels } from './sentences/labels'

const column = columnsOf<RowOf<typeof automation.list>>()

const switchWords = { true: 'On', false: 'Off' }

const columns = column.columns([
  column.accessor('name', {
    header: 'Name',
    meta: { width: 16.5 },
    cell: ({ row }) => (
      <NameCell detail={row.original.description}>
        <NameLink recordType={rule} record={row.original} />
      </NameCell>
    ),
  }),
  column.accessor('isActive', {
    header: 'Switch',
    meta: { width: 7, card: 'line', names: switchWords },
    cell: ({ row }) => <RuleSwitch key={row.id} rule={row.original} link />,
  }),
  column.accessor('triggerType', {
    header: 'Trigger',
    meta: { width: 10.5, card: 'end', names: triggerLabels },
    cell: ({ getValue }) => <Trigger type={getValue()} />,
  }),
  column.accessor('entityType', {
    header: 'Applies to',
    meta: { width: 6, names: entityLabels },
    cell: ({ getValue }) => entityName(getValue()) || <Missing />,
  }),
  column.accessor('actionsCount', { header: 'Actions', meta: { holds: 'number' } }),
  column.accessor(({ companyIds }) => (companyIds?.length === 0 ? 'All' : companyIds?.length), {
    id: 'companyIds',
    header: 'Companies',
    meta: { align: 'end', beside: [column.accessor('companyIds', { header: 'Company IDs' })] },
    cell: ({ getValue }) => {
      const many = getValue()
      return many === 'All' ? many : <Numeric value={many} />
    },
  }),
  column.accessor('priority', { header: 'Priority', meta: { width: 5.1, holds: 'number' } }),
  column.accessor('updatedAt', { header: 'Updated', meta: { holds: 'time', card: 'whole' } }),
  column.accessor('createdAt', { header: 'Created', meta: { holds: 'localDay' } }),
])

export const loader = listLoader(rule)

export const Component = () => (
  <ListPage
    recordType={rule}
    columns={columns}
    filters={{
      search: { label: 'Name or description' },
      isActive: { label: 'Switch', words: switchWords, tabs: true },
      triggerType: { label: 'Trigger', words: triggerLabels },
      entityType: { label: 'Applies to', words: entityLabels },
      companyId: { label: 'Company', control: CompanyPicker },
    }}
    panelActions={(record) => <RuleSwitch rule={record} />}
    bulk={ruleBulk}
    origin="Create rules in the portal, under Automation. They’ll appear in this list, where you can turn them on and off."
  />
)
