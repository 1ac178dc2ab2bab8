import type { ownId, stylesId } from '../../contract/drawing'

/** Holds what the server puts into a page that it draws; the app leaves alone what is in it. */
export const Place = ({ id }: { id: typeof stylesId | typeof ownId }) => (
  <span id={id} hidden suppressHydrationWarning>
    {''}
  </span>
)
