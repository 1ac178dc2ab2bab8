import os from 'node:os'

/**
 * Ends the process on SIGINT and SIGTERM: at once during the start, which can be done again because it makes and shows the
 * first key last, and after the given work from then on. Without a listener, the first process of a container would ignore them.
 */
export const onStopSignals = () => {
  let stop: (() => Promise<void>) | undefined
  let isStopping = false
  // A terminal and npm may both send one; the second is ignored.
  const onSignal = async (signal: 'SIGINT' | 'SIGTERM') => {
    if (isStopping) return
    isStopping = true
    if (!stop) process.exit(128 + os.constants.signals[signal])
    await stop()
    process.exit(0)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return (work: () => Promise<void>) => {
    stop = work
  }
}
