import { addDays } from '../../contract/core/days'
import { monthDays } from '../../contract/figures/client-figures'
import { serverNow } from '../lib/api/server-clock'
import { recordLoader } from '../record/record-loader'
import { RecordPage } from '../record/record-page'
import { ButtonLink } from '../ui/button'
import * as layout from '../ui/layout.module.css'
import { Link } from '../ui/link'
import * as lists from '../ui/lists.module.css'
import { PrintButton } from '../ui/page/print-button'
import { Section } from '../ui/page/section'
import * as typography from '../ui/typography.module.css'
import { FiguresTable } from './figures/figures-table'
import { limitsOf, useOwnLimits } from './figures/limits'
import { movedText, movedTexts, untold } from './figures/moved'
import { peersText } from './figures/sentences'
import { recordType as overview, Why } from './overview-type'

export const loader = recordLoader(overview)

/** A client's figures, why its health is what it is, and what moved it. */
export const Component = () => {
  const limits = limitsOf(useOwnLimits())
  return (
    <RecordPage
      recordType={overview}
      actions={({ id }) => (
        <>
          <PrintButton />
          <ButtonLink kind="primary" href={`/companies/${id}`}>
            Company page
          </ButtonLink>
        </>
      )}
    >
      {(client) => {
        const today = serverNow().toISOString().slice(0, 10)
        const from = addDays(today, -monthDays)
        const moved = movedText(client, limits)
        const changes = movedTexts(client, from, addDays(today, -1))
        return (
          <div className={layout.columns}>
            <div>
              <Section title="Figures" total={peersText(client, 'size')}>
                <FiguresTable client={client} />
                <p className={typography.dim}>
                  The percentile is the share of clients of the same size with a lower value, plus half of those with
                  the same value. There is none where fewer than eight of them have the figure, and budgets are compared
                  with those in the same currency only.
                </p>
              </Section>
            </div>
            <div>
              <Section title="Why">
                <p>
                  <Why client={client} />
                </p>
                <p className={typography.dim}>
                  <Link href="/settings/client-health">Health limits</Link>
                </p>
              </Section>
              <Section title={`In the last ${monthDays} days`}>
                {moved && (
                  <p>
                    {moved.text} <small className={typography.dim}>{moved.basis}</small>
                  </p>
                )}
                <ul className={lists.items}>
                  {changes.map(({ text, href, shows }) => (
                    <li key={text}>
                      {shows ? (
                        <p>
                          {text} <Link href={href}>{shows}</Link>
                        </p>
                      ) : (
                        <Link href={href}>{text}</Link>
                      )}
                    </li>
                  ))}
                </ul>
                <p className={typography.dim}>{untold}</p>
              </Section>
            </div>
          </div>
        )
      }}
    </RecordPage>
  )
}
