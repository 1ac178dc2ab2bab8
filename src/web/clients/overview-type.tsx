import { clientOverview } from '../../contract/figures/client-overview'
import { healthBadge } from '../domain/client-health/labels'
import { defineRecordType } from '../record/record-type'
import { Field } from '../ui/facts/details'
import { StatusBadge } from '../ui/status-badge'
import * as typography from '../ui/typography.module.css'
import { FiguresTable } from './figures/figures-table'
import { useJudged } from './figures/limits'
import { type Client, peersText, whyText } from './figures/sentences'
import { clientOverview as section } from './sections'

const Health = ({ client }: { client: Client }) => <StatusBadge badge={healthBadge(useJudged(client).health)} />

/** Why a client's health is what it is. */
export const Why = ({ client }: { client: Client }) => whyText(useJudged(client))

export const recordType = defineRecordType({
  ...section,
  get: clientOverview.get,
  list: clientOverview.list,
  noun: ['client', 'clients'],
  name: ({ name }) => name,
  state: (client) => <Health client={client} />,
  summary: (client) => <Why client={client} />,
  facts: ({ industry, employeeCount }) => (
    <>
      <Field label="Industry" value={industry} />
      <Field label="Employees" value={employeeCount} />
    </>
  ),
  panel: (client) => (
    <>
      <FiguresTable client={client} />
      <p className={typography.dim}>{peersText(client, 'size')}</p>
    </>
  ),
})
