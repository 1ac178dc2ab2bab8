/** Focuses an item’s link, or else the item, when the button that had the focus goes. Works as a ref of a new item. */
export const focusItem = (item: Element | null | undefined) => {
  const link = item?.querySelector('a')
  if (!link) item?.setAttribute('tabindex', '-1')
  const focused = (link ?? item) as HTMLElement | undefined
  focused?.focus({ preventScroll: true })
}
