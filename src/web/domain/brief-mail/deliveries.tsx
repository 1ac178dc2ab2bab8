import { useQuery } from '@tanstack/react-query'
import { briefDeliveries } from '../../../contract/brief-deliveries'
import { untilItPasses } from '../../lib/api/cache/query-client'
import { query } from '../../lib/api/client'
import { DateTime, formatNumber } from '../../ui/format/format'
import * as lists from '../../ui/lists.module.css'
import { Section } from '../../ui/page/section'
import { AsyncSection } from '../../ui/states/async-section'
import { StatusBadge } from '../../ui/status-badge'
import * as typography from '../../ui/typography.module.css'
import * as styles from './deliveries.module.css'
import { deliveryStatus, isUnderWay } from './labels'

const few = 6

type Having = { companyId: string } | { scheduleId: string }

export const deliveriesQuery = (having: Having) =>
  query(briefDeliveries.list, { query: { ...having, limit: String(few) } })

/** What was emailed for a client or by a schedule, newest first, with the mail server's words. */
export const Deliveries = ({ having, title = 'Sent' }: { having: Having; title?: string }) => {
  const read = useQuery({
    ...deliveriesQuery(having),
    // Until the results are there.
    refetchInterval: ({ state }) =>
      untilItPasses({ state }) || (state.data?.data.some(({ status }) => isUnderWay(status)) ? 2000 : false),
  })
  const total = read.data?.pagination.totalCount
  return (
    <Section title={title} onScreenOnly total={total !== undefined && formatNumber(total)}>
      <AsyncSection read={read} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={typography.dim}>No emails are recorded.</p>
          ) : (
            <ol className={`${lists.entries} ${styles.deliveries}`}>
              {data.map(({ id, status, isTest, reason, recipients, subject, sentBy, createdAt }) => (
                <li key={id}>
                  <div>
                    <StatusBadge badge={deliveryStatus.badge(status ?? '')} /> <DateTime value={createdAt} />
                    <small>
                      {sentBy}
                      {isTest && ', as a test'}
                    </small>
                  </div>
                  {subject && <p>{subject}</p>}
                  {recipients && recipients.length > 0 && <p className={typography.dim}>{recipients.join(', ')}</p>}
                  {reason && <p className={styles.reason}>{reason}</p>}
                </li>
              ))}
            </ol>
          )
        }
      </AsyncSection>
    </Section>
  )
}
