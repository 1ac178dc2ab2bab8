import { queryClient } from './query-client'

const pause = 1000

/** Does what can wait once nothing is being read, so that it never takes the line from what somebody waits for. */
export const whenQuiet = (act: () => void) => {
  let timer: ReturnType<typeof setTimeout>
  const look = () => {
    timer = setTimeout(() => (queryClient.isFetching() > 0 ? look() : act()), pause)
  }
  look()
  return () => clearTimeout(timer)
}
