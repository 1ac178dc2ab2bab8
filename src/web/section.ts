import type { IconName } from './ui/icon/icon'

/** A section of the console: one entry of the navigation and the pages below its path. */
export type Section = {
  path: `/${string}`
  title: string
  /** Group in the navigation and first breadcrumb. A group shows the icon of its first section. */
  area?: string
  icon: IconName
  /** More words that the palette finds it by. */
  hint?: string
  /** True if it stands at the end of the navigation, beside the signed-in person. */
  isLast?: boolean
  /** Path and module of each page. A form, at a record’s path and `/edit`, opens over the page that its link is on. */
  pages: { readonly [path: `/${string}`]: string }
}

/** Pages of a section besides its first. The palette lists them, and `SectionTabs` shows them where a page uses it. Not in the section, which every page loads. */
export type Tabs = { section: Section; tabs: readonly { path: `/${string}`; title: string }[] }
