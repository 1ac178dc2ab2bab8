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

/** Buttons look alike, so only an icon button, which some parts place by themselves, takes a class of its own. */
type Props = Omit<ComponentProps<'button'>, 'className'>
type LinkProps = Omit<ComponentProps<typeof Link>, 'className'>

export const Button = ({ kind, small, icon, children, ...props }: Props & Look) => (
  <button type="button" className={styles.button} data-kind={kind} data-size={small ? 'small' : undefined} {...props}>
    {icon && <Icon name={icon} />}
    {children}
  </button>
)

/** A link that looks like a button. */
export const ButtonLink = ({ kind, small, icon, children, ...props }: LinkProps & Look) => (
  <Link className={styles.button} data-kind={kind} data-size={small ? 'small' : undefined} {...props}>
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

export const IconButton = ({
  icon,
  label,
  tip = label,
  className = '',
  ...props
}: ComponentProps<'button'> & IconLook) => (
  <button type="button" className={`${styles.iconButton} ${className}`} {...tipOf(tip)} aria-label={label} {...props}>
    <Icon name={icon} />
  </button>
)

export const IconLink = ({ icon, label, tip = label, ...props }: LinkProps & IconLook) => (
  <Link className={styles.iconButton} {...tipOf(tip)} aria-label={label} {...props}>
    <Icon name={icon} />
  </Link>
)
