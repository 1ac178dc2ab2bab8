/** Ref that marks ancestors as pending, so that content below can wait (layout.module.css). */
export const markPending = (element: HTMLElement | null) => {
  const around: HTMLElement[] = []
  for (let at = element; at && at.id !== 'main'; at = at.parentElement) around.push(at)
  const count = (one: HTMLElement, by: number) => {
    const reads = Number(one.dataset.pending ?? 0) + by
    if (reads > 0) one.dataset.pending = String(reads)
    else delete one.dataset.pending
  }
  for (const one of around) count(one, 1)
  return () => {
    for (const one of around) count(one, -1)
  }
}
