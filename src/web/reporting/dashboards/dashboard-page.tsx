import { useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { dashboards } from '../../../contract/dashboards'
import { consoleOrigin } from '../../lib/request-context'
import { RecordLink } from '../../record/record-link'
import { recordLoader } from '../../record/record-loader'
import { RecordPage } from '../../record/record-page'
import { nameOf, type RecordOf } from '../../record/record-type'
import { Facts, Field } from '../../ui/facts/details'
import { RecordFacts } from '../../ui/facts/record-facts'
import { formatNumber, WebLink } from '../../ui/format/format'
import * as fields from '../../ui/input/fields.module.css'
import * as layout from '../../ui/layout.module.css'
import { FactSection, Section } from '../../ui/page/section'
import * as typography from '../../ui/typography.module.css'
import { recordType as dashboard } from '../dashboard-record'
import { Description } from '../description'
import { YesNo } from '../yes-no'
import * as styles from './dashboard-page.module.css'
import { addressFor, framingOf } from './frame'
import { NewTab } from './new-tab'

type Dashboard = RecordOf<typeof dashboards.get>

export const loader = recordLoader(dashboard)

export const Component = () => {
  const [search, setSearch] = useSearchParams()
  const company = search.get('company')
  return (
    <RecordPage recordType={dashboard}>
      {(record) => (
        <>
          <Shown
            dashboard={record}
            company={company}
            onCompany={(id) => setSearch(id ? { company: id } : {}, { preventScrollReset: true })}
          />
          <div className={layout.columns}>
            <div>
              <Description text={record.description} />
              <Companies dashboard={record} />
            </div>
            <div>
              <FactSection title="Display">
                <Field label="Embedding">
                  <YesNo value={record.allowInIframe} yes="Allowed" no="Not allowed" />
                </Field>
                <Field label="Frame policy" value={record.framePolicy} />
              </FactSection>
              <RecordFacts record={record} />
            </div>
          </div>
        </>
      )}
    </RecordPage>
  )
}

type ShownProps = { dashboard: Dashboard; company: string | null; onCompany: (id: string) => void }

/** The embedded dashboard, at the general or a company’s URL. */
const Shown = ({ dashboard: record, company, onCompany }: ShownProps) => {
  const { address, company: special } = addressFor(record, company)
  const framing = framingOf(record, address, consoleOrigin())
  return (
    <section className={styles.shown} aria-label="Dashboard">
      <header>
        <CompanyChoice dashboard={record} chosen={special?.companyId ?? ''} onCompany={onCompany} />
        <span className={styles.address}>
          <WebLink href={address} />
        </span>
        <NewTab address={address} />
      </header>
      {company && !special && <p className={typography.dim}>No address for this company; showing the default.</p>}
      {'sandbox' in framing && address ? (
        <>
          <p className={typography.dim}>
            Nothing showing? The host may be down, need a sign-in or block embedding. Open it in a new tab instead.
          </p>
          <iframe
            key={address}
            className={styles.frame}
            title={nameOf(dashboard, record)}
            src={address}
            sandbox={framing.sandbox}
            referrerPolicy="no-referrer"
            loading="lazy"
          />
        </>
      ) : (
        <p className={styles.apart}>{'because' in framing && framing.because}</p>
      )}
    </section>
  )
}

type ChoiceProps = { dashboard: Dashboard; chosen: string; onCompany: (id: string) => void }

const CompanyChoice = ({ dashboard: { companyUrls }, chosen, onCompany }: ChoiceProps) => {
  const id = useId()
  const own = (companyUrls ?? []).filter(({ companyId, url }) => companyId && url)
  if (own.length === 0) return null
  return (
    <label htmlFor={id}>
      Address for
      <select id={id} className={fields.select} value={chosen} onChange={(event) => onCompany(event.target.value)}>
        <option value="">all companies</option>
        {own.map(({ companyId, companyName }) => (
          <option key={companyId} value={companyId ?? ''}>
            {companyName || companyId}
          </option>
        ))}
      </select>
    </label>
  )
}

const Companies = ({ dashboard: { companyUrls } }: { dashboard: Dashboard }) => {
  const own = companyUrls ?? []
  return (
    <Section title="Company addresses" total={formatNumber(own.length)}>
      {own.length === 0 ? (
        <p className={typography.dim}>All companies use the same address.</p>
      ) : (
        <Facts>
          {own.map(({ companyId, companyName, url }) => (
            <div key={`${companyId} ${url}`}>
              <dt>
                <RecordLink to="/companies" id={companyId} name={companyName} />
              </dt>
              <dd>
                <WebLink href={url} />
              </dd>
            </div>
          ))}
        </Facts>
      )}
    </Section>
  )
}
