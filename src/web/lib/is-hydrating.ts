import { startTransition, useEffect, useState } from 'react'

let isDrawn = true

/** From here on the app draws by itself. */
export const markHydrated = () => {
  isDrawn = false
}

/** Whether this was drawn first as the server draws it: there, and where the app went on from its drawing. */
export const useIsHydrating = () => useState(isDrawn)[0]

/**
 * Whether it is to look as the server draws it, where that `differs`: until the app has gone on from its drawing. Then it is drawn anew, in
 * slices, as nobody waits for it.
 */
export const useServerValue = (differs: boolean) => {
  const [is, set] = useState(isDrawn && differs)
  useEffect(() => startTransition(() => set(false)), [])
  return is
}
