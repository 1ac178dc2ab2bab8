import { type Mutation, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { type followUpStates, npsResponses } from '../../../contract/nps'
import { useHandled, useStoresFollowUps } from '../../domain/nps/follow-up/handled'
import type { Response } from '../../domain/nps/queries'
import { respondentOf } from '../../domain/records/response'
import { ApiError, isMissing, mayBeSaved } from '../../lib/api/api-error'
import { call, meQuery } from '../../lib/api/client'
import { hasNoAdditions } from '../../lib/api/missing-operations'
import { useMissingScope } from '../../lib/api/scopes'
import { toast } from '../../ui/overlay/toasts'

type Change = { answer: Response; state: (typeof followUpStates)[number]; ifMatch?: string | null }

const mutationKey = ['follow-up state']
const idOf = (change: Mutation) => (change.state.variables as Change).answer.id

/**
 * Marks a response as handled, on the server if it stores follow-ups, and offers undo. Several may be saved at once. `onUndo` is
 * called when one is undone, and with null if that fails.
 */
export const useMarkHandled = (onUndo: (answer: Response | null) => void) => {
  const client = useQueryClient()
  const saving = useMutationState({ filters: { mutationKey, status: 'pending' }, select: idOf })
  const isStored = useStoresFollowUps()
  const lack = useMissingScope(npsResponses.update)
  const handled = useHandled()
  const markHere = (answer: Response) => {
    handled.mark(answer.id)
    toast({
      ...markedToast(answer),
      more: 'Marked on this computer only; colleagues won’t see it.',
      undo: () => {
        onUndo(answer)
        handled.unmark(answer.id)
      },
    })
  }
  const write = useMutation({
    mutationKey,
    meta: { writes: npsResponses.update.path },
    mutationFn: ({ answer: { id }, state, ifMatch = null }: Change) =>
      call(npsResponses.update, { id, body: { followUpState: state }, ifMatch }),
    onSuccess: ({ etag }, { answer, state }) => {
      if (state !== 'handled') return
      const before = answer.followUpState === 'in_progress' ? 'in_progress' : 'waiting'
      const undo = () => {
        onUndo(answer)
        write.mutate({ answer, state: before, ifMatch: etag })
      }
      toast({ ...markedToast(answer), undo })
    },
    onError: async (error, { answer, state }) => {
      if (state !== 'handled') onUndo(null)
      // Either the server lacks this operation, or the response was removed: `/me` tells which.
      if (isMissing(error)) await client.fetchQuery(meQuery).catch(() => {})
      if (isMissing(error) && hasNoAdditions()) return markHere(answer)
      const isGone = error instanceof ApiError && error.status === 404
      const isChanged = error instanceof ApiError && error.status === 412
      toast({
        tone: 'bad',
        title: mayBeSaved(error) ? 'The follow-up may not have been changed.' : 'The follow-up wasn’t changed.',
        more: isChanged
          ? 'Someone else has changed this since. Their change was kept.'
          : isGone
            ? 'Someone has removed this response.'
            : error.message,
      })
    },
  })
  return {
    isStored,
    /** Why the user may not mark responses. */
    lack: isStored ? lack : null,
    has: handled.has,
    isSaving: (answer: Response) => saving.includes(answer.id),
    toggle: (answer: Response) => {
      // Also before it is rendered: keys repeat quickly.
      if (client.isMutating({ mutationKey, predicate: (change) => idOf(change) === answer.id }) > 0) return
      if (handled.has(answer.id)) handled.unmark(answer.id)
      else if (!isStored) markHere(answer)
      else if (lack) toast({ tone: 'attention', title: 'You can’t mark this as handled.', more: lack })
      else write.mutate({ answer, state: 'handled' })
    },
  }
}

const markedToast = (answer: Response) => ({
  tone: 'good' as const,
  title: respondentOf(answer),
  text: 'marked as handled.',
})
