import { withBase } from '../base-path'

/** Has a link that is written as a path of the console lead there. */
export const hrefWithBase = (type: unknown, props: object) =>
  type === 'a' && 'href' in props && typeof props.href === 'string' ? { ...props, href: withBase(props.href) } : props
