import { useQueryClient } from '@tanstack/react-query'
import { budgetStatuses, budgets } from '../../contract/budgets'
import { ApiError, call, query } from '../kit/api'
import { showReceipt } from '../kit/receipts'
import type { RecordContext } from '../kit/record/record-page'
import type { RecordOf } from '../kit/record/view'
import { useLack } from '../kit/scopes'
import { Glyph } from '../kit/ui/glyph'
import { useWrite } from '../kit/use-write'
import styles from './status-stations.module.css'
import { statusLook } from './words'

type Budget = RecordOf<typeof budgets.get>
type Status = (typeof budgetStatuses)[number]

/** The statuses as stations on a line: any may follow any. A click writes, a receipt takes it back. */
export const StatusStations = ({ budget, etag }: { budget: Budget; etag: RecordContext['etag'] }) => {
  const lack = useLack(budgets.update)
  const client = useQueryClient()
  const name = budget.title || 'This budget'
  const write = useWrite({
    mutationFn: ({ status, ifMatch }: { status: Status; ifMatch: string | null }) =>
      call(budgets.update, { id: budget.id, body: { status }, ...(ifMatch && { ifMatch }) }),
    onSuccess: (answer, { status }) => {
      client.setQueryData(query(budgets.get, { id: budget.id }).queryKey, answer)
      const before = budgetStatuses.find((one) => one === budget.status)
      showReceipt({
        tone: 'good',
        text: (
          <>
            <b>{name}</b> is {statusLook(status).word.toLowerCase()} now.
          </>
        ),
        more: before && `It was ${statusLook(before).word.toLowerCase()}.`,
        ...(before && { undo: () => write.mutate({ status: before, ifMatch: answer.etag }) }),
      })
    },
    onError: (error) =>
      showReceipt({
        tone: 'bad',
        text:
          error instanceof ApiError && error.status === 0 ? (
            <b>The status may not be changed.</b>
          ) : (
            <b>The status was not changed.</b>
          ),
        more:
          error instanceof ApiError && (error.status === 409 || error.status === 412)
            ? 'Somebody else changed this budget meanwhile. It is shown now as it is; look at it and choose again.'
            : error.message,
      }),
  })
  const choose = (status: Status) => {
    if (lack) showReceipt({ tone: 'attention', text: <b>The status cannot be changed.</b>, more: lack })
    else if (status !== budget.status) write.mutate({ status, ifMatch: etag })
  }
  const now = write.isPending ? write.variables.status : budget.status
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex line in every browser
    <div className={styles.stations} role="group" aria-label="Status">
      {budgetStatuses.map((status) => {
        const { tone, glyph, word } = statusLook(status)
        return (
          <button
            key={status}
            type="button"
            data-tone={tone}
            data-apart={status === 'Obsolete' || undefined}
            aria-pressed={now === status}
            aria-disabled={lack !== null}
            aria-busy={write.isPending && now === status}
            title={lack ?? undefined}
            onClick={() => choose(status)}
          >
            <Glyph name={glyph} />
            {word}
          </button>
        )
      })}
    </div>
  )
}
