import type { ReactNode } from 'react'
import * as styles from './icon.module.css'

/** Status shapes, so colour is never the only cue. */
const glyphs = {
  active: <circle cx="6" cy="6" r="4.5" />,
  done: (
    <path
      fillRule="evenodd"
      d="M6 .3a5.7 5.7 0 1 1 0 11.4A5.7 5.7 0 0 1 6 .3Zm2.6 3.2L5.2 7 3.5 5.3l-.9.9 2.6 2.6L9.5 4.4Z"
    />
  ),
  down: <path d="M6 10.3.6 1.7h10.8Z" />,
  draft: (
    <circle cx="6" cy="6" r="4.6" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2.2 1.413" />
  ),
  error: (
    <path
      fillRule="evenodd"
      d="M6 .5c.4 0 .7.2.9.5l4.9 8.9c.4.7-.1 1.6-.9 1.6H1.1c-.8 0-1.3-.9-.9-1.6L5.1 1c.2-.3.5-.5.9-.5Zm-.7 3.7v3.3h1.4V4.2H5.3Zm0 4.2v1.3h1.4V8.4H5.3Z"
    />
  ),
  gone: (
    <path
      fillRule="evenodd"
      d="M3.6.4h4.8l3.2 3.2v4.8l-3.2 3.2H3.6L.4 8.4V3.6Zm.8 3.1-.9.9L5.1 6 3.5 7.6l.9.9L6 6.9l1.6 1.6.9-.9L6.9 6l1.6-1.6-.9-.9L6 5.1Z"
    />
  ),
  idle: <circle cx="6" cy="6" r="4.2" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  mid: <rect x="1" y="4.2" width="10" height="3.6" />,
  pending: <path d="M6 .6 11.4 6 6 11.4.6 6Z" />,
  soon: (
    <>
      <circle cx="6" cy="6" r="4.9" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 6V2.6A3.4 3.4 0 0 1 9.4 6a3.4 3.4 0 0 1-3.4 3.4Z" />
    </>
  ),
  up: <path d="M6 1.7 11.4 10.3H.6Z" />,
} satisfies Record<string, ReactNode>

export type GlyphName = keyof typeof glyphs

export const Glyph = ({ name }: { name: GlyphName }) => (
  <svg className={styles.glyph} viewBox="0 0 12 12" aria-hidden="true">
    {glyphs[name]}
  </svg>
)
