import { createHash } from 'node:crypto'

/**
 * What a page may load and do. Scripts and style sheets are files of our own, except the inline script that `policyWith` adds. Inline
 * `style` attributes are allowed: React renders lengths and colours of charts with them.
 */
export const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  'frame-src https:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** The policy for a page that also has one inline script, which it allows by hash. */
export const policyWith = (script: string) =>
  policy.replace("script-src 'self'", `script-src 'self' ${hashSource(script)}`)

/** Names an inline script for `script-src`. */
export const hashSource = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** For an answer that does not pass the gateway, which sets these and more. */
export const withPolicy = (answer: Response) => {
  answer.headers.set('x-content-type-options', 'nosniff')
  answer.headers.set('content-security-policy', policy)
  return answer
}
