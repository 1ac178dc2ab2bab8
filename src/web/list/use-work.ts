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
 * Work that takes many requests, shown while it is done and cancelled on the way. It is kept in the cache, so that people who come
 * back do not wait again. Nothing is done while `work` is null.
 */
export const useWork = <T>(queryKey: QueryKey, work: ((o: Options<T>) => Promise<T>) | null): Work<T> => {
  const client = useQueryClient()
  const { data: shown = notBegun } = useQuery<Known<T>>({
    ...{ queryKey, queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY, structuralSharing: false },
  })
  const running = useRef<AbortController>(null)
  const known = () => client.getQueryState<Known<T>>(queryKey)
  const keep = (change: Partial<Known<T>>) => {
    const isOutdated = known()?.isInvalidated
    client.setQueryData<Known<T>>(queryKey, (before = notBegun) => ({ ...before, ...change }))
    // Something was written meanwhile, so what was read before has to be read again.
    if (isOutdated) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
  const start = () => {
    if (!work) return
    running.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    const kept = known()?.isInvalidated ? undefined : known()?.data?.value
    client.setQueryData<Known<T>>(queryKey, { ...notBegun, value: kept })
    const set = (change: Partial<Known<T>>) => {
      if (!signal.aborted) keep(change)
    }
    work({ signal, kept, onProgress: (value) => set({ value }) }).then(
      (value) => set({ value, state: 'ended' }),
      (error: Error) => set({ error, state: 'failed' }),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the work
  useEffect(() => {
    // What was left before the end, or failed, goes on.
    if (known()?.isInvalidated || known()?.data?.state !== 'ended') start()
    return () => running.current?.abort()
  }, [JSON.stringify(queryKey), work === null])
  return {
    ...shown,
    stop: () => {
      running.current?.abort()
      keep({ state: 'ended' })
    },
    goOn: start,
  }
}
