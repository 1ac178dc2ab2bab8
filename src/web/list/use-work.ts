import { type QueryKey, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

type Known<T> = {
  /** What is worked out so far; undefined until there is something. */
  value?: T | undefined
  state: 'reading' | 'ended' | 'failed'
  error: Error | null
}

type Options<T> = {
  signal: AbortSignal
  /** What an earlier attempt came to, to go on from. */
  kept: T | undefined
  onProgress: (value: T) => void
}

export type Work<T> = Known<T> & { stop: () => void; goOn: () => void }

const notBegun: Known<never> = { state: 'reading', error: null }

/**
 * Work that takes many requests, shown while it is done and cancelled on the way. It is kept in the cache, so that who comes back
 * does not wait again. Nothing is done while `work` is null.
 */
export const useWork = <T>(queryKey: QueryKey, work: ((o: Options<T>) => Promise<T>) | null): Work<T> => {
  const client = useQueryClient()
  const { data: known = notBegun } = useQuery<Known<T>>({
    ...{ queryKey, queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY, structuralSharing: false },
  })
  const running = useRef<AbortController>(null)
  const keep = (change: Partial<Known<T>>) =>
    client.setQueryData<Known<T>>(queryKey, (before = notBegun) => ({ ...before, ...change }))
  const start = (kept: T | undefined) => {
    if (!work) return
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    const set = (change: Partial<Known<T>>) => {
      if (!signal.aborted) keep(change)
    }
    set({ ...notBegun, value: kept })
    work({ signal, kept, onProgress: (value) => set({ value }) }).then(
      (value) => set({ value, state: 'ended' }),
      (error: Error) => set({ error, state: 'failed' }),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the work
  useEffect(() => {
    const { data, isInvalidated } = client.getQueryState<Known<T>>(queryKey) ?? {}
    const before = isInvalidated ? undefined : data
    // What was left before the end, or failed, goes on.
    if (before?.state !== 'ended') start(before?.value)
    return () => running.current?.abort()
  }, [JSON.stringify(queryKey), work === null])
  return {
    ...known,
    stop: () => {
      running.current?.abort()
      keep({ state: 'ended' })
    },
    goOn: () => start(known.value),
  }
}
