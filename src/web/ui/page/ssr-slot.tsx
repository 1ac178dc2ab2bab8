import type { pageHeadId, pageStylesId } from '../../../contract/core/ssr-protocol'

/** Holds what the server puts into a page that it draws; the app leaves alone what is in it. */
export const SsrSlot = ({ id }: { id: typeof pageStylesId | typeof pageHeadId }) => (
  <span id={id} hidden suppressHydrationWarning>
    {''}
  </span>
)
