import type { ComponentProps } from 'react'
import { withBase } from '../lib/base-path'

/** A link to a path of the console, which may be served below another path. The router follows it: see lib/navigation/follow-links. */
export const Link = ({ href, children, ...props }: ComponentProps<'a'> & { href: string }) => (
  <a {...props} href={withBase(href)}>
    {children}
  </a>
)
