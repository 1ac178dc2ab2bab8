import type { IconName } from './ui/icon/icon'

/** A section of the console: one entry of the navigation and the pages below its path. */
export type Section = {
  path: `/${string}`
  title: string
  /** Group in the navigation and first breadcrumb. A group shows the icon of its first section. */
  area?: string
  icon: IconName
  /** Pages that the palette finds too. `SectionTabs` links them, and the section’s own page if it has one. */
  tabs?: readonly { path: `/${string}`; title: string }[]
  /** More words that the palette finds it by. */
  hint?: string
  /** True if it stands at the end of the navigation, beside the signed-in person. */
  isLast?: boolean
  /** Path and module of each page. A form, at a record’s path and `/edit`, opens over the page that its link is on. */
  pages: { readonly [path: `/${string}`]: string }
}
