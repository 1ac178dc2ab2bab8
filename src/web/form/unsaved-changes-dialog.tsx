import { LeaveDialog } from '../ui/overlay/leave-dialog'

type Props = { changes: number; onLeave: () => void; onStay: () => void }

/** Confirms discarding unsaved changes. */
export const UnsavedChangesDialog = ({ changes, ...actions }: Props) => (
  <LeaveDialog
    title={`Leave with ${changes === 1 ? '1 unsaved change' : `${changes} unsaved changes`}?`}
    text="Your changes will be lost."
    leave="Discard and leave"
    stay="Keep editing"
    {...actions}
  />
)
