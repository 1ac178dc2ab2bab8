import { useRef } from 'react'
import { npsResponses } from '../../contract/nps'
import { useStoresFollowUps } from '../domain/nps/follow-up/handled'
import type { Response } from '../domain/nps/queries'
import { ScoreMark } from '../domain/nps/score-mark'
import { respondentOf } from '../domain/records/response'
import { useWrite } from '../lib/api/cache/use-write'
import { call } from '../lib/api/client'
import { useMissingScope } from '../lib/api/scopes'
import { RecordLink } from '../record/record-link'
import { hrefOf } from '../record/record-type'
import { Button } from '../ui/button'
import { focusItem } from '../ui/focus-item'
import { formatNumber, plural } from '../ui/format/format'
import { Link } from '../ui/link'
import * as lists from '../ui/lists.module.css'
import { disabledBecause } from '../ui/overlay/tip'
import { toast } from '../ui/overlay/toasts'
import { Section } from '../ui/page/section'
import * as typography from '../ui/typography.module.css'
import { recordType as response } from './response-record'

type Props = { answers: Response[]; unmark: (...ids: string[]) => void }

/** Responses marked as handled on this computer. They can be moved to a server that stores follow-ups. */
export const HandledHere = ({ answers, unmark }: Props) => {
  const isStored = useStoresFollowUps()
  return (
    <Section title="Handled" total={formatNumber(answers.length)} more={isStored && <Move {...{ answers, unmark }} />}>
      <p className={typography.dim}>
        Marked on this computer only; colleagues won’t see it.{' '}
        {!isStored && 'Responses stay in this list until they are handled on the server.'}
      </p>
      <ul className={lists.items}>
        {answers.map((answer) => (
          <li key={answer.id}>
            <ScoreMark answer={answer} />
            <span>
              <Link href={hrefOf(response, answer)}>{respondentOf(answer)}</Link>{' '}
              <small>
                <RecordLink to="/companies" id={answer.companyId} name={answer.companyName} />
              </small>
            </span>
            <Button
              icon="undo-2"
              small
              kind="bare"
              onClick={({ currentTarget }) => {
                // This line goes, with the last one the section.
                const line = currentTarget.closest('li')
                const other = line?.nextElementSibling ?? line?.previousElementSibling
                if (other) focusItem(other)
                else focusPage()
                unmark(answer.id)
              }}
            >
              Undo mark as handled
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const focusPage = () => document.getElementById('main')?.focus({ preventScroll: true })

/** A mark is removed from this computer once the server has it; those that fail stay. */
const Move = ({ answers, unmark }: Props) => {
  const lack = useMissingScope(npsResponses.update)
  const button = useRef<HTMLButtonElement>(null)
  const count = plural(answers.length, 'follow-up', 'follow-ups')
  const move = useWrite({
    meta: { writes: npsResponses.update.path },
    mutationFn: async () => {
      const moved: string[] = []
      let error: Error | null = null
      for (const { id } of answers)
        await call(npsResponses.update, { id, body: { followUpState: 'handled' } }).then(
          () => moved.push(id),
          (failure: Error) => {
            error = failure
          },
        )
      // The section goes with its last line.
      if (moved.length === answers.length && button.current?.matches(':focus')) focusPage()
      unmark(...moved)
      if (error && moved.length === 0) throw error
      return { moved, error: error as Error | null }
    },
    onSuccess: ({ moved, error }) =>
      toast({
        tone: error ? 'attention' : 'good',
        title: `${plural(moved.length, 'follow-up', 'follow-ups')} moved to the server.`,
        more: error ? `The others are still on this computer. ${error.message}` : 'Colleagues see them now.',
      }),
    onError: (error) =>
      toast({ tone: 'bad', title: 'The follow-ups are still on this computer.', more: error.message }),
  })
  return (
    <Button
      ref={button}
      small
      {...disabledBecause(lack, () => !move.isPending && move.mutate())}
      aria-disabled={lack !== null || move.isPending}
    >
      {move.isPending ? `Moving ${count}` : `Move ${count} from this computer`}
    </Button>
  )
}
