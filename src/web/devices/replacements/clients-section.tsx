import { useQuery } from '@tanstack/react-query'
import { CsvButton } from '../../list/export/csv-button'
import { FigureTable } from '../../ui/figures/figure-table'
import { formatNumber, plural } from '../../ui/format/format'
import { placesOf } from '../../ui/format/money'
import * as layout from '../../ui/layout.module.css'
import { Link } from '../../ui/link'
import { tip } from '../../ui/overlay/tip'
import { Section } from '../../ui/page/section'
import { AsyncSection } from '../../ui/states/async-section'
import * as typography from '../../ui/typography.module.css'
import type { Shared } from './address'
import { CostText } from './cost'
import { DevicesCount } from './devices-count'
import { useDevicesHref } from './devices-href'
import { costOf, hasPrices, knownSum, type PlanClient, typeKey } from './plan'
import { clientsQuery } from './queries'
import { spanName, spanWhen } from './span'

export const ClientsSection = (shared: Shared) => {
  const { span, assumptions } = shared.address
  const list = useQuery(clientsQuery(span, assumptions.lives))
  return (
    <AsyncSection read={list} lines={8}>
      {({ data: { clients, totalCount } }) => (
        <ClientsTable
          {...shared}
          totalCount={totalCount ?? 0}
          clients={(clients ?? []).map(({ companyId, companyName, devices, types }) => ({
            companyId: companyId ?? null,
            companyName: companyName ?? null,
            devices: devices ?? 0,
            types: (types ?? []).map((one) => ({ type: typeKey(one.type), devices: one.devices ?? 0 })),
          }))}
        />
      )}
    </AsyncSection>
  )
}

type Props = Shared & { clients: PlanClient[]; totalCount: number }

/** Who has most to replace in the year that is looked at; each opens the plan of that client. */
export const ClientsTable = ({ address, hrefOf, clients, totalCount }: Props) => {
  const { span, assumptions, currency } = address
  const devicesHref = useDevicesHref(address)
  const isPriced = hasPrices(assumptions)
  const nameOf = ({ companyId, companyName }: PlanClient) => companyName ?? companyId ?? 'No company'
  const priced = clients.map((client) => ({
    ...client,
    cost: costOf(client.types, assumptions.prices, placesOf(currency)),
  }))
  return (
    <Section
      title="By client"
      total={`${plural(totalCount, 'client', 'clients')} ${spanWhen(span)}`}
      more={
        <span className={layout.actions}>
          <CsvButton
            title={`Replacement plan by client ${spanName(span)}`}
            part={
              totalCount > clients.length &&
              `the ${formatNumber(clients.length)} of ${plural(totalCount, 'client', 'clients')} with most devices.`
            }
            table={() => ({
              columns: [
                { header: 'Client', kind: 'text' },
                { header: 'Devices', kind: 'number' },
                { header: `Cost (${currency})`, kind: 'number', isAmount: true },
                { header: 'Without a price', kind: 'number' },
                { header: 'Client ID', kind: 'text' },
              ],
              rows: priced.map((client) => [
                nameOf(client),
                client.devices,
                knownSum(client.cost),
                client.cost.unpriced,
                client.companyId,
              ]),
            })}
          />
        </span>
      }
    >
      {clients.length === 0 ? (
        <p className={typography.dim}>No client has a device to replace {spanWhen(span)}.</p>
      ) : (
        <FigureTable
          caption={`Clients with devices to replace ${spanWhen(span)}`}
          head={['Client', 'Devices', ...(isPriced ? ['Cost'] : [])]}
          rows={priced.map((client) => ({
            key: client.companyId ?? '',
            name: client.companyId ? (
              <Link href={hrefOf({ companyId: client.companyId })} {...tip(nameOf(client))}>
                {nameOf(client)}
              </Link>
            ) : (
              nameOf(client)
            ),
            cells: [
              <DevicesCount
                key="devices"
                count={client.devices}
                href={client.companyId && devicesHref(span, client.companyId)}
              />,
              ...(isPriced ? [<CostText key="cost" cost={client.cost} currency={currency} />] : []),
            ],
          }))}
        />
      )}
      {totalCount > clients.length && (
        <p className={typography.dim}>
          The {formatNumber(clients.length)} with most devices; filter by company for any other.
        </p>
      )}
    </Section>
  )
}
