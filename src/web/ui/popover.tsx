import { type ReactNode, useId, useRef, useState } from 'react'
import { Icon, type IconName } from './icon/icon'

type Props = {
  label: string
  icon: IconName
  /** Rendered on open; receives a close function. */
  children: (close: () => void) => ReactNode
  /** Button props, if not small and bare. */
  className?: string
  /** Shown in the button in place of icon and label, which is then its name alone. */
  shown?: ReactNode
}

/** Button with a native popover, which handles Escape, outside clicks and focus. */
export const Popover = ({ label, icon, children, className = 'button', shown }: Props) => {
  const id = useId()
  const ref = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={className}
        data-size="small"
        data-kind="bare"
        popoverTarget={id}
        aria-expanded={open}
        aria-label={shown ? label : undefined}
        title={shown ? label : undefined}
      >
        {shown ?? (
          <>
            <Icon name={icon} />
            {label}
          </>
        )}
      </button>
      <section
        ref={ref}
        id={id}
        className="popover"
        popover="auto"
        aria-label={label}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && children(() => ref.current?.hidePopover())}
      </section>
    </>
  )
}
