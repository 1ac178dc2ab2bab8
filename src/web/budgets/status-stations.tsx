import { useQueryClient } from '@tanstack/react-query'
import { budgetStatuses, budgets } from '../../contract/budgets'
import { budgetStatus } from '../domain/budgets/budget-labels'
import { ApiError, mayBeSaved } from '../lib/api/api-error'
import { useWrite } from '../lib/api/cache/use-write'
import { call, query } from '../lib/api/client'
import { useMissingScope } from '../lib/api/scopes'
import type { RecordContext } from '../record/record-page'
import type { RecordOf } from '../record/record-type'
import { Glyph } from '../ui/icon/glyph'
import { disabledBecause } from '../ui/overlay/tip'
import { toast } from '../ui/overlay/toasts'
import * as styles from './status-stations.module.css'

type Budget = RecordOf<typeof budgets.get>
type Status = (typeof budgetStatuses)[number]
type Change = { status: Status; before: Status | undefined; ifMatch: string | null }

/** Status buttons; any status may follow any other. A click saves, and the toast offers undo. */
export const StatusStations = ({ budget, etag }: { budget: Budget; etag: RecordContext['etag'] }) => {
  const lack = useMissingScope(budgets.update)
  const client = useQueryClient()
  const name = budget.title || 'This budget'
  const write = useWrite({
    meta: { writes: budgets.update.path },
    mutationFn: ({ status, ifMatch }: Change) =>
      call(budgets.update, { id: budget.id, body: { status }, ...(ifMatch && { ifMatch }) }),
    onSuccess: (answer, { status, before }) => {
      client.setQueryData(query(budgets.get, { id: budget.id }).queryKey, answer)
      toast({
        tone: 'good',
        title: name,
        text: `set to ${budgetStatus.badge(status).word.toLowerCase()}.`,
        more: before && `Previously ${budgetStatus.badge(before).word.toLowerCase()}.`,
        ...(before && { undo: () => write.mutate({ status: before, before: status, ifMatch: answer.etag }) }),
      })
    },
    onError: (error) =>
      toast({
        tone: 'bad',
        title: mayBeSaved(error) ? 'The status may not have been changed.' : 'The status wasn’t changed.',
        more:
          error instanceof ApiError && (error.status === 409 || error.status === 412)
            ? 'Someone else has changed this budget. The latest version is shown; check it and try again.'
            : error.message,
      }),
  })
  const choose = (status: Status) => {
    const before = budgetStatuses.find((one) => one === budget.status)
    if (status !== before) write.mutate({ status, before, ifMatch: etag })
  }
  const now = write.isPending ? write.variables.status : budget.status
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex line in every browser
    <div className={styles.stations} role="group" aria-label="Status">
      {budgetStatuses.map((status) => {
        const { tone, glyph, word } = budgetStatus.badge(status)
        return (
          <button
            key={status}
            type="button"
            data-tone={tone}
            data-apart={status === 'Obsolete' || undefined}
            aria-pressed={now === status}
            aria-busy={write.isPending && now === status}
            {...disabledBecause(lack, () => choose(status))}
          >
            <Glyph name={glyph} />
            {word}
          </button>
        )
      })}
    </div>
  )
}
