/** Milliseconds of work before the browser may paint and take input. */
const slice = 8

/** The same items, with pauses between them, in which the page stays responsive. Throws when the signal is aborted. */
export async function* inSlices<T>(items: Iterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  let began = Number.NEGATIVE_INFINITY
  for (const item of items) {
    if (performance.now() - began > slice) {
      await new Promise((resolve) => setTimeout(resolve))
      signal.throwIfAborted()
      began = performance.now()
    }
    yield item
  }
}
