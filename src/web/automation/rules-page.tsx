import type { automation } from '../../contract/automation'
import { CompanyPicker } from '../kit/company-picker'
import { Missing, Numeric } from '../kit/format'
import { dateTime, day, number } from '../kit/list/cells'
import { columnsOf } from '../kit/list/columns'
import { ListPage, type RowOf } from '../kit/list/list-page'
import { NameLink } from '../kit/record/record-link'
import { ruleBulk } from './bulk'
import { rule, Trigger } from './rule'
import { RuleSwitch } from './rule-switch'
import styles from './rules-page.module.css'
import { entityName, entityWords, triggerWords } from './words'

type Rule = RowOf<typeof automation.list>

const column = columnsOf<Rule>()

const switchWords = { true: 'On', false: 'Off' }

const columns = column.columns([
  column.accessor('name', {
    header: 'Name',
    meta: { width: 16.5 },
    cell: ({ row }) => (
      <span className={styles.name}>
        <NameLink view={rule} record={row.original} />
        {row.original.description && <small>{row.original.description}</small>}
      </span>
    ),
  }),
  column.accessor('isActive', {
    header: 'Switch',
    meta: { width: 7, card: 'line', names: switchWords },
    cell: ({ row }) => <RuleSwitch rule={row.original} link />,
  }),
  column.accessor('triggerType', {
    header: 'Trigger',
    meta: { width: 10.5, card: 'line', names: triggerWords },
    cell: ({ getValue }) => <Trigger type={getValue()} />,
  }),
  column.accessor('entityType', {
    header: 'Looks at',
    meta: { width: 6, names: entityWords },
    cell: ({ getValue }) => entityName(getValue()) || <Missing />,
  }),
  column.accessor('actionsCount', {
    header: 'Actions',
    meta: { align: 'end', holds: 'number' },
    cell: number,
  }),
  column.accessor(({ companyIds }) => (companyIds?.length === 0 ? 'All' : companyIds?.length), {
    id: 'companyIds',
    header: 'Companies',
    meta: { align: 'end', beside: [column.accessor('companyIds', { header: 'Company IDs' })] },
    cell: ({ getValue }) => {
      const many = getValue()
      return many === 'All' ? many : <Numeric value={many} />
    },
  }),
  column.accessor('priority', {
    header: 'Priority',
    meta: { width: 5.1, align: 'end', holds: 'number' },
    cell: number,
  }),
  column.accessor('updatedAt', {
    header: 'Updated',
    meta: { holds: 'time', card: 'end' },
    cell: dateTime,
  }),
  column.accessor('createdAt', {
    header: 'Created',
    meta: { holds: 'day' },
    cell: day,
  }),
])

export const RulesPage = () => (
  <ListPage
    view={rule}
    columns={columns}
    filters={{
      search: { label: 'Name or description' },
      isActive: { label: 'Switch', words: switchWords, tabs: true },
      triggerType: { label: 'Trigger', words: triggerWords },
      entityType: { label: 'Looks at', words: entityWords },
      companyId: { label: 'Company', control: CompanyPicker },
    }}
    panelActions={(record) => <RuleSwitch rule={record} />}
    bulk={ruleBulk}
    origin="They are made in the portal, under Automation. As soon as the first exists, it can be read and switched here."
  />
)
