import { Link } from '../../../ui/link'
import { Section } from '../../../ui/page/section'
import { AsyncSection } from '../../../ui/states/async-section'
import { Loading } from '../../../ui/states/loading'
import * as typography from '../../../ui/typography.module.css'
import { unknownQueue, useQueue } from './queue'
import { WaitingList } from './waiting-list'

type Props = { companyId: string; few: number; compact?: boolean }

/** Contacts of a client who are waiting for a reply; renders nothing if there are none. */
export const WaitingSection = ({ companyId, few, compact }: Props) => {
  const { waiting, queue, total, isUnknown } = useQueue(companyId)
  if (waiting.isPending) return <Loading />
  if (queue?.length === 0 && !isUnknown) return null
  return (
    <Section
      title="Waiting for a reply"
      total={total}
      more={
        <Link className={typography.more} href={`/nps/follow-up?${new URLSearchParams({ companyId })}`}>
          Follow up
        </Link>
      }
    >
      <AsyncSection read={waiting} lines={few}>
        {() =>
          isUnknown ? (
            <p className={typography.dim} data-screen-only>
              {unknownQueue}
            </p>
          ) : (
            queue && <WaitingList queue={queue} few={few} compact={compact} ofOneCompany />
          )
        }
      </AsyncSection>
    </Section>
  )
}
