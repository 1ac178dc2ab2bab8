import { CsvButton } from '../../list/export/csv-button'
import { FigureTable } from '../../ui/figures/figure-table'
import { formatNumber, plural } from '../../ui/format/format'
import * as layout from '../../ui/layout.module.css'
import { Link } from '../../ui/link'
import { Section } from '../../ui/page/section'
import type { Shared } from './address'
import { CostText, costWords } from './cost'
import { DevicesCount } from './devices-count'
import { useDevicesHref } from './devices-href'
import { hasPrices, knownSum, type PlanYear } from './plan'
import { spanKey, spanName, spanWhen } from './span'
import * as styles from './years-section.module.css'

/** A bar for each year, and the same in figures by type. */
export const YearsSection = ({ years, address, hrefOf }: Shared & { years: PlanYear[] }) => {
  const { span, currency } = address
  const devicesHref = useDevicesHref(address)
  const isPriced = hasPrices(address.assumptions)
  const most = Math.max(1, ...years.map(({ devices }) => devices))
  const types = [...new Set(years.flatMap(({ types }) => types.map(({ type }) => type)))].sort((a, b) =>
    a.localeCompare(b),
  )
  const countOf = (year: PlanYear, type: string) => year.types.find((one) => one.type === type)?.devices ?? 0
  const isCurrent = (year: PlanYear) => spanKey(year.span) === spanKey(span)
  const names = types.map((type) => type || 'No type')
  return (
    <Section
      title="By year"
      more={
        <span className={layout.actions}>
          <CsvButton
            title="Replacement plan"
            table={() => ({
              columns: [
                { header: 'Year', kind: 'text' },
                ...names.map((header) => ({ header, kind: 'number' as const })),
                { header: 'Devices', kind: 'number' },
                { header: `Cost (${currency})`, kind: 'number', isAmount: true },
                { header: 'Without a price', kind: 'number' },
              ],
              rows: years.map((year) => [
                spanName(year.span),
                ...types.map((type) => countOf(year, type)),
                year.devices,
                knownSum(year.cost),
                year.cost.unpriced,
              ]),
            })}
          />
        </span>
      }
    >
      <nav className={styles.bars} style={{ '--most': most }} aria-label="Year">
        {years.map((year) => (
          <Link
            key={spanKey(year.span)}
            href={hrefOf({ year: spanKey(year.span) })}
            aria-current={isCurrent(year) ? 'true' : undefined}
          >
            <span>{spanName(year.span)}</span> <b>{formatNumber(year.devices)}</b>
            <em className="visually-hidden">
              {` ${year.devices === 1 ? 'device' : 'devices'}${isPriced ? `, ${costWords(year.cost, currency)}` : ''}`}
            </em>
            <i style={{ '--n': year.devices }} />
          </Link>
        ))}
      </nav>
      <FigureTable
        caption="Devices to replace by year and type"
        head={['Year', ...names, 'Devices', ...(isPriced ? ['Cost'] : [])]}
        rows={years.map((year) => ({
          key: spanKey(year.span),
          name: (
            <Link href={hrefOf({ year: spanKey(year.span) })} aria-current={isCurrent(year) ? 'true' : undefined}>
              {spanName(year.span)}
            </Link>
          ),
          isCurrent: isCurrent(year),
          cells: [
            ...types.map((type) => formatNumber(countOf(year, type))),
            <b key="devices">
              <DevicesCount count={year.devices} href={devicesHref(year.span)} />
            </b>,
            ...(isPriced ? [<CostText key="cost" cost={year.cost} currency={currency} />] : []),
          ],
        }))}
      />
      <p role="status" className="visually-hidden">
        {years
          .filter(isCurrent)
          .map(({ devices, span }) => `${plural(devices, 'device', 'devices')} ${spanWhen(span)}`)}
      </p>
    </Section>
  )
}
