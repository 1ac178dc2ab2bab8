import type { ComponentProps } from 'react'
import * as styles from './buttons.module.css'
import { Icon, type IconName } from './icon/icon'
import { Link } from './link'
import { tip as tipOf } from './overlay/tip'

type Look = {
  kind?: 'primary' | 'bare' | 'danger' | undefined
  small?: boolean | undefined
  icon?: IconName
}

const join = (own: string, className = '') => `${own} ${className}`.trim()

export const Button = ({ kind, small, icon, className, children, ...props }: ComponentProps<'button'> & Look) => (
  <button
    type="button"
    className={join(styles.button, className)}
    data-kind={kind}
    data-size={small ? 'small' : undefined}
    {...props}
  >
    {icon && <Icon name={icon} />}
    {children}
  </button>
)

/** A link that looks like a button. */
export const ButtonLink = ({
  kind,
  small,
  icon,
  className,
  children,
  ...props
}: ComponentProps<typeof Link> & Look) => (
  <Link className={join(styles.button, className)} data-kind={kind} data-size={small ? 'small' : undefined} {...props}>
    {icon && <Icon name={icon} />}
    {children}
  </Link>
)

type IconLook = {
  icon: IconName
  /** Its accessible name, and its tooltip unless `tip` is given. */
  label: string
  tip?: string | null
}

export const IconButton = ({ icon, label, tip = label, className, ...props }: ComponentProps<'button'> & IconLook) => (
  <button type="button" className={join(styles.iconButton, className)} {...tipOf(tip)} aria-label={label} {...props}>
    <Icon name={icon} />
  </button>
)

export const IconLink = ({ icon, label, tip = label, className, ...props }: ComponentProps<typeof Link> & IconLook) => (
  <Link className={join(styles.iconButton, className)} {...tipOf(tip)} aria-label={label} {...props}>
    <Icon name={icon} />
  </Link>
)
