import { type ReactNode, useId, useRef, useState } from 'react'
import * as buttons from '../buttons.module.css'
import { Icon, type IconName } from '../icon/icon'
import * as styles from './popover.module.css'
import { tip } from './tip'

type Props = {
  label: string
  icon: IconName
  /** Rendered on open; receives a close function. */
  children: (close: () => void) => ReactNode
  /** True where the surroundings give the button its look. */
  plain?: boolean
  /** As large as the other buttons of a page. */
  large?: boolean
  /** Shown in the button in place of icon and label, which is then its name alone. */
  shown?: ReactNode
  /** True where `shown` has words of its own, which are then the button’s name. */
  worded?: boolean
}

/** Button with a native popover, which handles Escape, outside clicks and focus. */
export const Popover = ({ label, icon, children, plain, large, shown, worded }: Props) => {
  const id = useId()
  const ref = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={plain ? undefined : buttons.button}
        data-size={large ? undefined : 'small'}
        data-kind={large ? undefined : 'bare'}
        popoverTarget={id}
        aria-expanded={open}
        {...(shown && !worded ? { 'aria-label': label, ...tip(label) } : undefined)}
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
        className={styles.popover}
        popover="auto"
        aria-label={label}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && children(() => ref.current?.hidePopover())}
      </section>
    </>
  )
}
