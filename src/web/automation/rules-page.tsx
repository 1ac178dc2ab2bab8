import { Link } from 'react-router-dom'
import { automation } from '../../contract/automation'
import { CompanyPicker } from '../kit/company-picker'
import { CopyIcon } from '../kit/copy'
import { DateTime, Missing, Numeric } from '../kit/format'
import { columnsOf } from '../kit/list/columns'
import { ListPage, type RowOf } from '../kit/list/list-page'
import { Icon } from '../kit/ui/icon'
import { RuleSwitch } from './rule-switch'
import styles from './rules-page.module.css'
import { entityName, entityWords, triggerIcon, triggerName, triggerWords } from './words'

type Rule = RowOf<typeof automation.list>

const href = ({ id }: { id: string }) => `/automation/${encodeURIComponent(id)}`
const column = columnsOf<Rule>()

const columns = column.columns([
  column.accessor('name', {
    header: 'Name',
    cell: ({ row: { original: rule } }) => (
      <span className={styles.name}>
        <Link to={href(rule)} title={rule.name ?? undefined}>
          {rule.name || <Missing />}
        </Link>
        {rule.description && <small>{rule.description}</small>}
      </span>
    ),
  }),
  column.accessor('isActive', {
    header: 'Switch',
    meta: { card: 'line' },
    cell: ({ row }) => <RuleSwitch rule={row.original} link />,
  }),
  column.accessor('triggerType', {
    header: 'Trigger',
    meta: { card: 'line' },
    cell: ({ getValue }) => (
      <span className={styles.kind}>
        <Icon name={triggerIcon(getValue())} />
        {triggerName(getValue()) || <Missing />}
      </span>
    ),
  }),
  column.accessor('entityType', { header: 'Looks at', cell: ({ getValue }) => entityName(getValue()) || <Missing /> }),
  column.accessor('actionsCount', {
    header: 'Actions',
    meta: { align: 'end', holds: 'number' },
    cell: ({ getValue }) => <Numeric value={getValue()} />,
  }),
  column.accessor('companyIds', {
    header: 'Companies',
    meta: { align: 'end' },
    cell: ({ getValue }) => {
      const ids = getValue()
      return ids?.length === 0 ? 'All' : <Numeric value={ids?.length} />
    },
  }),
  column.accessor('priority', {
    header: 'Priority',
    meta: { align: 'end', holds: 'number' },
    cell: ({ getValue }) => <Numeric value={getValue()} />,
  }),
  column.accessor('updatedAt', {
    header: 'Updated',
    meta: { holds: 'date', card: 'end' },
    cell: ({ getValue }) => <DateTime value={getValue()} />,
  }),
  column.accessor('createdAt', {
    header: 'Created',
    meta: { holds: 'date' },
    cell: ({ getValue }) => <DateTime value={getValue()} dateOnly />,
  }),
])

export const RulesPage = () => (
  <ListPage
    endpoint={automation.list}
    title="Automation rules"
    noun={['rule', 'rules']}
    columns={columns}
    filters={{
      search: { label: 'Name or description' },
      isActive: { label: 'Switch', words: { true: 'On', false: 'Off' }, tabs: true },
      triggerType: { label: 'Trigger', words: triggerWords },
      entityType: { label: 'Looks at', words: entityWords },
      companyId: { label: 'Company', control: CompanyPicker },
    }}
    rowHref={href}
    actions={(rule) => <CopyIcon text={rule.id} what="ID" />}
    detail={automation.get}
    origin="They are made in the portal, under Automation. As soon as the first exists, it can be read and switched here."
  />
)
