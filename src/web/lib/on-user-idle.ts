import { queryClient } from './api/query-client'

/** Milliseconds until it is looked whether all is quiet, and for how many nobody has moved or pressed anything by then. */
const pause = 1000
const rest = 500

let acted = Number.NEGATIVE_INFINITY
const hear = ({ timeStamp }: Event) => {
  acted = timeStamp
}

const isQuiet = () => queryClient.isFetching() === 0 && performance.now() - acted >= rest

/**
 * Does what can wait once nothing is being read and the person rests, so that it takes neither the line from what she waits for nor the
 * moment before a click from that.
 */
export const onUserIdle = (act: () => void) => {
  for (const sign of ['pointermove', 'pointerdown', 'pointerup', 'keydown', 'wheel'])
    addEventListener(sign, hear, { capture: true, passive: true })
  let timer: ReturnType<typeof setTimeout>
  const badge = () => {
    timer = setTimeout(() => (isQuiet() ? act() : badge()), pause)
  }
  badge()
  return () => clearTimeout(timer)
}
