/** Runs low-priority work when the browser is idle, each piece on its own so that input can come between. Returns a cancel function. */
export const onIdle = (...acts: (() => unknown)[]) => {
  // Safari lacks requestIdleCallback.
  if (!('requestIdleCallback' in globalThis)) {
    const timers = acts.map((act) => setTimeout(act, 2000))
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }
  const handles = acts.map((act) => requestIdleCallback(() => void act(), { timeout: 5000 }))
  return () => {
    for (const handle of handles) cancelIdleCallback(handle)
  }
}
