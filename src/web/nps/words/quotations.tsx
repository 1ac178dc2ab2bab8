import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { npsResponses } from '../../../contract/nps'
import type { Sample } from '../../domain/nps/counts/read-counts'
import { ScoreMark } from '../../domain/nps/score-mark'
import { respondentOf } from '../../domain/records/response'
import type { ApiResponse } from '../../lib/api/client'
import { DateTime, plural } from '../../ui/format/format'
import { Link } from '../../ui/link'
import * as lists from '../../ui/lists.module.css'
import { Section } from '../../ui/page/section'
import { ShowMore } from '../../ui/show-more'
import { AsyncSection } from '../../ui/states/async-section'
import * as typography from '../../ui/typography.module.css'
import type { Chosen } from './address'
import { few, usesQuery } from './queries'
import * as styles from './quotations.module.css'

type Response = ApiResponse<typeof npsResponses.list>['data'][number]

/** More than these the server does not quote. */
const mostQuoted = 1000

export const QuotedByServer = ({ sample, ...chosen }: Chosen & { sample: Sample }) => {
  const [limit, setLimit] = useState(few)
  const read = useQuery({ ...usesQuery(sample, chosen, limit), placeholderData: keepPreviousData })
  return (
    <AsyncSection read={read} lines={6}>
      {({ data: { responses, totalCount } }) => (
        <Quotations
          {...chosen}
          answers={responses ?? []}
          total={totalCount ?? 0}
          most={mostQuoted}
          onMore={() => setLimit(Math.min(mostQuoted, limit + 100))}
        />
      )}
    </AsyncSection>
  )
}

/** From responses that were read. */
export const QuotedFrom = ({ answers, ...chosen }: Chosen & { answers: Response[] }) => {
  const [shown, setShown] = useState(few)
  return (
    <Quotations
      {...chosen}
      answers={answers.slice(0, shown)}
      total={answers.length}
      onMore={() => setShown(shown + 100)}
    />
  )
}

type Quoted = Chosen & { answers: Response[]; total: number; most?: number; onMore: () => void }

const Quotations = ({ answers, total, kind, word, most = Number.POSITIVE_INFINITY, onMore }: Quoted) => {
  const more = Math.min(100, Math.min(total, most) - answers.length)
  const list = useRef<HTMLUListElement>(null)
  return (
    <div id="said">
      <Section
        title={kind === 'word' ? `Comments with “${word}”` : `Responses tagged “${word}”`}
        total={plural(total, 'response', 'responses')}
      >
        {answers.length === 0 ? (
          <p className={typography.dim}>No promoter or detractor used it.</p>
        ) : (
          <ul className={`${lists.entries} ${styles.quotations}`} ref={list}>
            {answers.map((answer) => (
              <li key={answer.id}>
                <ScoreMark answer={answer} />
                <div>
                  <p>{answer.feedbackText?.trim() || <span className={typography.dim}>No comment</span>}</p>
                  <small>
                    <Link href={`/nps/responses/${encodeURIComponent(answer.id)}`}>{respondentOf(answer)}</Link>,{' '}
                    {answer.companyName && `${answer.companyName}, `}
                    <DateTime value={answer.responseDate} dateOnly />
                  </small>
                </div>
              </li>
            ))}
          </ul>
        )}
        {more > 0 && (
          <p>
            <ShowMore list={list} count={more} onShow={onMore} />
          </p>
        )}
      </Section>
    </div>
  )
}
