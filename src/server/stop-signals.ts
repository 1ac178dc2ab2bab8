import os from 'node:os'

/**
 * Stops the process on SIGINT and SIGTERM: at once while it starts, which loses nothing, and from then on as the given work
 * does. Without a listener, a signal would do nothing to the first process of a container.
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
