import type { RawBuilder } from 'kysely'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Versions } from '../table-versions'
import type { ListContext } from './list-spec'

/** Figures whose records are still being read, or change faster than they are read. */
export class NotCounted extends Error {}

/** What a process holds of some tables in memory. */
export type InMemory<C> = {
  /** Of the tables. */
  names: string[]
  /** Has it read and kept up to date in the background. */
  follow: (cache: ListContext['cache']) => void
  /**
   * Uses it in the state of the versions that are returned, with what `select` asks for in one statement. `answer` must be done when it
   * returns, because it goes on to change. Rejects with NotCounted while too much is still to be read.
   */
  read: <T, A = null>(
    context: ListContext,
    answer: (copy: C, selected: A) => T,
    select?: RawBuilder<A>,
  ) => Promise<{ value: T; versions: Versions }>
}

type Steps<C, H> = {
  names: string[]
  fresh: () => H
  isCurrent: (held: H, versions: Versions) => boolean
  /** One statement: what was written since, and the next part if some is missing. If the change log does not reach back, it begins anew. */
  advance: <T>(
    context: ListContext,
    keep: { held: H },
    answer: (copy: C, selected: unknown) => T,
    select: RawBuilder<unknown> | undefined,
  ) => Promise<{ value: T; versions: Versions } | 'unfinished'>
}

/** Holds something for each cache that is read in several statements and then follows the change log. */
export const readInSteps = <C, H>({ names, fresh, isCurrent, advance }: Steps<C, H>): InMemory<C> => {
  const kept = new WeakMap<ListContext['cache'], { held: H; inTurn: LimitFunction }>()

  const keepOf = (cache: ListContext['cache']) => {
    const known = kept.get(cache)
    if (known) return known
    const keep = { held: fresh(), inTurn: pLimit(1) }
    kept.set(cache, keep)
    cache.followers.push(async (now, pace) => {
      if (isCurrent(keep.held, now.versions)) return
      do await pace()
      while ((await step({ ...now, cache }, () => null, undefined)) === 'unfinished')
    })
    return keep
  }

  /** Statements run one after the other, because each goes on from what the one before has left. */
  const step = <T>(
    context: ListContext,
    answer: (copy: C, selected: unknown) => T,
    select: RawBuilder<unknown> | undefined,
  ) => {
    const keep = keepOf(context.cache)
    return keep.inTurn(() => advance(context, keep, answer, select))
  }

  return {
    names,
    follow: keepOf,
    read: async (context, answer, select) => {
      const start = performance.now()
      do {
        const done = await step(context, answer as (copy: C, selected: unknown) => ReturnType<typeof answer>, select)
        if (typeof done === 'object') return done
      } while (performance.now() - start < context.cache.patienceMs)
      throw new NotCounted()
    },
  }
}
