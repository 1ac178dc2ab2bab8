import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { goals } from '../../contract/goals'
import { CompanyName, companyNameQuery } from '../domain/company-name'
import { CompanyPicker } from '../domain/company-picker'
import {
  byDay,
  type Client,
  type Horizon as Days,
  type Due,
  endings,
  firstOf,
  horizons,
  type Kind,
  kinds,
  type Marker,
  mergeClients,
  type Whole,
} from '../domain/due/due'
import { DueLine } from '../domain/due/due-line'
import { Horizon, spanWriter } from '../domain/due/horizon'
import { kindLabels } from '../domain/due/labels'
import { dueQueries, fewDues, type Lane, useDue } from '../domain/due/queries'
import { useHash } from '../lib/hydration'
import { pageLoader } from '../lib/navigation/page-loader'
import { FilterBar } from '../list/filters/filters'
import { searchWith } from '../list/query/list-query'
import { readPageParams } from '../list/query/page-params'
import { useSearchChange } from '../list/query/use-search-change'
import { RecordLink } from '../record/record-link'
import { ButtonLink } from '../ui/button'
import * as buttons from '../ui/buttons.module.css'
import { CopyLink } from '../ui/copy-button'
import { Notice } from '../ui/facts/details'
import { ChartTable } from '../ui/figures/chart-table'
import { inDays } from '../ui/format/days-from-today'
import { formatNumber, plural } from '../ui/format/format'
import * as layout from '../ui/layout.module.css'
import { Link } from '../ui/link'
import * as lists from '../ui/lists.module.css'
import { IgnoredParams } from '../ui/page/ignored-params'
import { Page, PageHead } from '../ui/page/page'
import { Section } from '../ui/page/section'
import { ShowMore } from '../ui/show-more'
import { ErrorState } from '../ui/states/error-state'
import { Loading } from '../ui/states/loading'
import * as typography from '../ui/typography.module.css'
import * as styles from './due-page.module.css'

const kindsOf: Record<string, readonly Kind[]> = {
  endings,
  ...Object.fromEntries(kinds.map((kind) => [kind, [kind]])),
}
const filters = {
  kind: {
    label: 'Kind',
    words: {
      endings: 'All except report runs',
      ...Object.fromEntries(kinds.map((kind) => [kind, kindLabels[kind].title])),
    },
  },
  companyId: { label: 'Company', control: CompanyPicker },
}
const usual: Days = 90
const own = { days: horizons.map(String), kind: Object.keys(kindsOf) }

const readAddress = (search: URLSearchParams) => {
  const { sent, ignored } = readPageParams(goals.list, search, ['companyId'], own)
  const days = horizons.find((horizon) => String(horizon) === sent.days) ?? usual
  return { sent, ignored, days, of: kindsOf[sent.kind ?? ''] ?? kinds, companyId: sent.companyId }
}

export const loader = pageLoader({
  needs: ({ search }) => {
    const { days, of, companyId } = readAddress(search)
    return dueQueries(days, { of, companyId, list: 'first' })
  },
  prefetch: ({ client, search }) => {
    const { days, of, companyId } = readAddress(search)
    const queries = dueQueries(days, { of, companyId, list: 'first' })
    return companyQueries(queries.flatMap(({ queryKey }) => client.getQueryData(queryKey) ?? []))
  },
})

/** Of those whose company is known by its ID alone. */
const companyQueries = (read: { dues: Due[]; clients: Client[] }[]) => {
  const dues = read.flatMap(({ dues }) => dues)
  const clients = mergeClients(read.flatMap(({ clients }) => clients))
  const shown = [...firstOf(dues, fewDues), ...clients.slice(0, fewClients)]
  const unnamed = shown.filter(({ companyName }) => !companyName)
  return [...new Set(unnamed.map(({ companyId }) => companyId))].map((id) => id && companyNameQuery(id))
}

/** Timeline of everything that expires or is due. */
export const Component = () => {
  const [search] = useSearchParams()
  const change = useSearchChange({}, (now) => readAddress(now).sent)
  const hash = useHash()
  const { sent, ignored, days, of, companyId } = readAddress(search)
  const addressOf = (changes: Record<string, string | undefined>, mark?: string) => {
    const next = searchWith(sent, { days: days === usual ? undefined : String(days), ...changes })
    return `?${next}${mark ? `#${mark}` : ''}`
  }
  const lanes = useDue(days, { of, companyId, list: 'first' })
  const ahead = lanes.reduce((sum, { outline }) => sum + (outline?.ahead ?? 0), 0)
  const isRead = isReadOf(lanes)
  const isWhole = isWholeOf(lanes)
  const isCut = isCutOf(lanes, 'ahead')
  const [kindName, at] = hash.slice(1).split('-')
  const { kind, outline } = lanes.find((lane) => lane.kind === kindName) ?? {}
  const spanOf = spanWriter()
  const mark = outline?.marks.find(({ from }) => String(from) === at)
  return (
    <Page title="Due soon">
      <PageHead
        title="Due soon"
        total={
          isRead &&
          ((isWhole && !isCut) || ahead > 0) &&
          `${plural(ahead, 'item', 'items')}${isCut ? ' or more' : ''} in the next ${days} days${isWhole ? '' : '; some couldn’t be loaded'}`
        }
      >
        <CopyLink small />
      </PageHead>
      <div className={styles.toolbar}>
        <nav className={buttons.joined} aria-label="How far to look ahead">
          {horizons.map((horizon) => (
            <ButtonLink
              small
              key={horizon}
              href={addressOf({ days: horizon === usual ? undefined : String(horizon) })}
              aria-current={horizon === days ? 'true' : undefined}
            >
              {horizon} days
            </ButtonLink>
          ))}
        </nav>
        <FilterBar filters={filters} sent={sent} change={change} />
      </div>
      <IgnoredParams {...ignored} />
      {isCut && (
        <Notice>Some kinds have too many items to load them all. Filter by company or choose fewer days.</Notice>
      )}
      <Horizon days={days} lanes={lanes} addressOf={(mark) => addressOf({}, mark)} current={hash.slice(1)} />
      <ChartTable
        caption="Due items by kind and date"
        head={['Kind', 'When', 'Items']}
        rows={lanes.flatMap(({ kind, outline }) =>
          (outline?.marks ?? []).map((mark) => [kindLabels[kind].title, spanOf(mark), formatNumber(mark.count)]),
        )}
      />
      <div className={companyId ? undefined : layout.columns}>
        <div>
          {kind && at === 'past' ? (
            <Past kind={kind} days={days} companyId={companyId} />
          ) : kind && mark ? (
            <Marked
              key={hash}
              title={`${kindLabels[kind].title}, ${spanOf(mark)}`}
              kind={kind}
              mark={mark}
              days={days}
              companyId={companyId}
            />
          ) : (
            <ComingUp key={search.toString()} lanes={lanes} total={ahead} days={days} of={of} companyId={companyId} />
          )}
        </div>
        {!companyId && (
          <div>{isRead && <Clients lanes={lanes} addressOf={(id) => addressOf({ companyId: id })} />}</div>
        )}
      </div>
    </Page>
  )
}

const isReadOf = (lanes: Lane[]) => lanes.every(({ dues, error, isOffered }) => dues || error || !isOffered)
const isWholeOf = (lanes: Lane[]) => lanes.every(({ dues, isOffered }) => dues || !isOffered)

/** True if some kinds have more items than were loaded. */
const isCutOf = (lanes: Lane[], side: keyof Whole) => lanes.some(({ outline }) => outline && !outline.whole[side])

type ComingUpProps = {
  /** With the first items of each kind. */
  lanes: Lane[]
  total: number
  days: Days
  of: readonly Kind[]
  companyId: string | undefined
}

/** What comes first; all of it once someone asks for more. */
const ComingUp = ({ lanes, total, days, of, companyId }: ComingUpProps) => {
  const [isWanted, setWanted] = useState(false)
  const all = useDue(days, { of, companyId, list: 'ahead', isWanted })
  const isLoading = isWanted && !isReadOf(all)
  const first = firstOf(
    lanes.flatMap(({ dues }) => dues ?? []),
    fewDues,
  )
  const failed = isWanted ? all.find(({ dues, error }, index) => error && !dues && lanes[index]?.dues) : undefined
  const dues = isWanted && !isLoading && !failed ? all.flatMap(({ dues }) => dues ?? []).toSorted(byDay) : null
  return (
    <>
      <Listed
        title="Coming up"
        dues={dues ?? first}
        total={dues?.length ?? total}
        isRead={isReadOf(lanes)}
        isWhole={isWholeOf(lanes)}
        isCut={isCutOf(lanes, 'ahead')}
        isLoading={isLoading}
        onMore={() => (failed ? void failed.refetch() : setWanted(true))}
      />
      {failed?.error && <ErrorState error={failed.error} what="The rest" onRetry={() => failed.refetch()} />}
    </>
  )
}

type MarkedProps = { title: string; kind: Kind; mark: Marker; days: Days; companyId: string | undefined }

const Marked = ({ title, kind, mark, days, companyId }: MarkedProps) => {
  const lanes = useDue(days, { of: [kind], companyId, list: 'ahead' })
  const [lane] = lanes
  if (lane?.error && !lane.dues) return <ErrorState error={lane.error} what={title} onRetry={() => lane.refetch()} />
  const dues = (lane?.dues ?? []).filter(({ day }) => day >= mark.from && day <= mark.to).toSorted(byDay)
  return (
    <Listed
      title={title}
      dues={dues}
      total={lane?.dues ? dues.length : mark.count}
      isRead={isReadOf(lanes)}
      isWhole={isWholeOf(lanes)}
      isCut={isCutOf(lanes, 'ahead')}
    />
  )
}

const Past = ({ kind, days, companyId }: { kind: Kind; days: Days; companyId: string | undefined }) => {
  const lanes = useDue(days, { of: [kind], companyId, list: 'past' })
  const [lane] = lanes
  const title = `${kindLabels[kind].title} in the ${days} days before`
  if (lane?.error && !lane.dues) return <ErrorState error={lane.error} what={title} onRetry={() => lane.refetch()} />
  const dues = (lane?.dues ?? []).toSorted((a, b) => b.day - a.day || a.name.localeCompare(b.name))
  return (
    <Listed
      title={title}
      dues={dues}
      total={dues.length}
      isRead={isReadOf(lanes)}
      isWhole={isWholeOf(lanes)}
      isCut={isCutOf(lanes, 'past')}
    />
  )
}

type ListedProps = {
  title: string
  dues: Due[]
  /** How many there are, which may be more than are loaded. */
  total: number
  isRead: boolean
  /** False if any request failed. */
  isWhole: boolean
  /** True if there may be more. */
  isCut: boolean
  isLoading?: boolean
  onMore?: () => void
}

const Listed = ({ title, dues, total, isRead, isWhole, isCut, isLoading, onMore }: ListedProps) => {
  const [most, setMost] = useState(fewDues)
  const shown = Math.min(most, dues.length)
  const list = useRef<HTMLUListElement>(null)
  return (
    <Section
      title={title}
      total={isRead && ((isWhole && !isCut) || total > 0) && `${formatNumber(total)}${isCut ? ' or more' : ''}`}
    >
      {!isRead ? (
        <Loading lines={Math.min(total || fewDues, fewDues)} />
      ) : dues.length === 0 ? (
        <p className={typography.dim}>
          {!isWhole
            ? 'Items couldn’t be loaded.'
            : isCut
              ? 'Too many items to load them all. Choose fewer days or filter by company.'
              : 'Nothing due.'}
        </p>
      ) : (
        <>
          <ul ref={list} className={lists.items}>
            {dues.slice(0, shown).map((due) => (
              <DueLine key={`${due.kind}-${due.id}`} due={due}>
                {due.companyId && <CompanyName id={due.companyId} />}
              </DueLine>
            ))}
          </ul>
          {total > shown && (
            <p className={styles.more}>
              <ShowMore
                list={list}
                count={Math.min(100, total - shown)}
                isLoading={isLoading ?? false}
                onShow={() => {
                  setMost(shown + 100)
                  onMore?.()
                }}
              />
            </p>
          )}
        </>
      )}
    </Section>
  )
}

const fewClients = 15

const Clients = ({ lanes, addressOf }: { lanes: Lane[]; addressOf: (companyId: string) => string }) => {
  const clients = mergeClients(lanes.flatMap(({ clients }) => clients ?? []))
  if (clients.length === 0) return null
  return (
    <Section title="By company" total={formatNumber(clients.filter(({ companyId }) => companyId).length)}>
      <table className={styles.clients}>
        <caption className="visually-hidden">Due items by company</caption>
        <thead>
          <tr>
            <th scope="col">Company</th>
            <th scope="col">Due</th>
            <th scope="col">First</th>
          </tr>
        </thead>
        <tbody>
          {clients.slice(0, fewClients).map(({ companyId, companyName, count, day }) => (
            <tr key={String(companyId)}>
              <th scope="row">
                {companyName ? (
                  <RecordLink to="/companies" id={companyId} name={companyName} />
                ) : companyId ? (
                  <CompanyName id={companyId} />
                ) : (
                  <span className={typography.dim}>{companyId === null ? 'No company' : 'Unknown company'}</span>
                )}
              </th>
              <td>
                {companyId ? <Link href={addressOf(companyId)}>{formatNumber(count)}</Link> : formatNumber(count)}
              </td>
              <td>{inDays(day)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {clients.length > fewClients && (
        <p className={`${typography.dim} ${styles.more}`}>
          {plural(clients.length - fewClients, 'more company', 'more companies')}. Filter by company to see one.
        </p>
      )}
    </Section>
  )
}
