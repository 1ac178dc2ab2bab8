/** The ref of what is being read: it marks all that it stands in, where what follows waits for it (states.css). */
export const beingRead = (element: HTMLElement | null) => {
  const around: HTMLElement[] = []
  for (let at = element; at && at.id !== 'main'; at = at.parentElement) around.push(at)
  const count = (one: HTMLElement, by: number) => {
    const reads = Number(one.dataset.reads ?? 0) + by
    if (reads > 0) one.dataset.reads = String(reads)
    else delete one.dataset.reads
  }
  for (const one of around) count(one, 1)
  return () => {
    for (const one of around) count(one, -1)
  }
}
