/** Lets the browser paint and take input before work goes on. */
export const nextTask = async (signal: AbortSignal) => {
  await new Promise((resolve) => setTimeout(resolve))
  signal.throwIfAborted()
}
