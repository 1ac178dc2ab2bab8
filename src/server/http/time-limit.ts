/** Node 20 forgets a signal of AbortSignal.timeout that only AbortSignal.any refers to; this one is held by its timer. */
export const timeLimit = (ms: number) => {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('No answer in time.', 'TimeoutError')), ms).unref()
  return { signal: controller.signal, end: () => clearTimeout(timer) }
}
