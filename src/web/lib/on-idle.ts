/** Runs low-priority work when the browser is idle. Returns a cancel function. */
export const onIdle = (act: () => void) => {
  // Safari lacks requestIdleCallback.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, 2000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: 5000 })
  return () => cancelIdleCallback(handle)
}
