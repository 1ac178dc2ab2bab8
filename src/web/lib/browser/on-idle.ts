/**
 * Runs low-priority work when the browser is idle, each piece on its own so that input can come between. What fails, such as
 * loading, is tried again where it is needed. Returns a cancel function.
 */
export const onIdle = (...acts: (() => unknown)[]) => {
  let isCancelled = false
  for (const act of acts) {
    const run = async () => isCancelled || act()
    const start = () => void run().catch(() => {})
    // Safari lacks requestIdleCallback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(start, { timeout: 5000 })
    else setTimeout(start, 2000)
  }
  return () => {
    isCancelled = true
  }
}
