/** Focuses the link of an item, or the item if it has none, in place of a button that goes. Also a ref, for what the button brought. */
export const focusItem = (item: Element | null | undefined) => {
  const link = item?.querySelector('a')
  if (!link) item?.setAttribute('tabindex', '-1')
  const focused = (link ?? item) as HTMLElement | undefined
  focused?.focus({ preventScroll: true })
}
