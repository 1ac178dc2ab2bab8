/** Keyboard shortcut hint, hidden from screen readers. */
export const KeyCap = ({ children }: { children: string }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd takes no focus
  <kbd aria-hidden="true">{children}</kbd>
)
