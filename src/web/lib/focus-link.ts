/** As the `ref` of the first new item, where the button that asked for more has gone with the last of them. */
export const focusLink = (item: HTMLElement | null) => {
  item?.querySelector('a')?.focus({ preventScroll: true })
}
