import { useShortcutKey } from '../lib/shortcuts'

/** Keyboard shortcut hint, hidden from screen readers. */
export const KeyCap = ({ children }: { children: string }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd takes no focus
  <kbd aria-hidden="true">{children}</kbd>
)

/** The same for a single key, which may be changed or turned off. */
export const ShortcutCap = ({ children }: { children: string }) => {
  const key = useShortcutKey()(children)
  return key && <KeyCap>{key}</KeyCap>
}
