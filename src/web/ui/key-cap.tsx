/** The key that does what a button does: a hint for eyes, since the button's own name is what is read out. */
export const KeyCap = ({ children }: { children: string }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd takes no focus
  <kbd aria-hidden="true">{children}</kbd>
)
