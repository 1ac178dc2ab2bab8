import { createHash } from 'node:crypto'

/**
 * What a page may load and do. Scripts and style sheets are files of our own. Only `style` attributes may stand in the page: React renders
 * lengths and colours of charts with them.
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

/** The same for a page with one script of its own in it, which is told by its hash. */
export const policyWith = (script: string) =>
  policy.replace("script-src 'self'", `script-src 'self' ${sourceOf(script)}`)

/** Names an inline script for `script-src`. */
export const sourceOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
