/**
 * Runs low-priority work when the browser is idle, each piece on its own so that input can come between. What fails, such as
 * loading, is tried again where it is needed. Returns a cancel function.
 */
export const onIdle = (...acts: (() => unknown)[]) => {
  const cancels = acts.map((act) => {
    const run = async () => act()
    const start = () => void run().catch(() => {})
    // Safari lacks requestIdleCallback.
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(start, 2000)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(start, { timeout: 5000 })
    return () => cancelIdleCallback(handle)
  })
  return () => {
    for (const cancel of cancels) cancel()
  }
}
