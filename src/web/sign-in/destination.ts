import { withBase, withoutBase } from '../lib/base-path'

/**
 * Where signing in leads: to the page named by `next`, with its panel, or to the start page if `next` leads anywhere but to a
 * page of this console. Resolved as a full URL, because a path may begin like a host: //.
 */
export const destination = ({ origin, search, hash }: Pick<Location, 'origin' | 'search' | 'hash'>) => {
  const asked = withBase(new URLSearchParams(search).get('next') ?? '/')
  const next = URL.canParse(asked, origin) ? new URL(asked, origin) : null
  const path = next?.origin === origin ? withoutBase(next.pathname) : null
  if (next === null || path === null || path === '/sign-in') return withBase('/')
  next.hash ||= hash
  return next.href
}
