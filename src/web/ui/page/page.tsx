import type { ReactNode } from 'react'
import * as layout from '../layout.module.css'
import { Link } from '../link'
import * as styles from './page.module.css'
import { FindButton, FoldButton, KeyboardButton } from './top-bar-buttons'

export type Crumb = { label: string; to?: string }

type Props = { title: string; crumbs?: Crumb[]; fit?: boolean; children: ReactNode }

/** Top bar with breadcrumbs, and the page. A page that fits fills the window and scrolls inside. */
export const Page = ({ title, crumbs = [], fit, children }: Props) => (
  <>
    <title>{`${title} · Quarterdeck`}</title>
    <header className={styles.bar}>
      <FoldButton />
      <nav aria-label="Breadcrumb">
        <ol className={styles.crumbs}>
          {crumbs.map(({ label, to }) => (
            <li key={label}>{to ? <Link href={to}>{label}</Link> : <span>{label}</span>}</li>
          ))}
          <li>
            <span aria-current="page">{title}</span>
          </li>
        </ol>
      </nav>
      <FindButton />
      <KeyboardButton />
    </header>
    <main className={styles.page} id="main" tabIndex={-1} data-fit={fit || undefined}>
      {children}
    </main>
  </>
)

/** Moves the focus to the heading if `main` has it because the heading was not there yet. */
const followPage = (heading: HTMLElement | null) => {
  if (document.activeElement?.id === 'main') heading?.focus({ preventScroll: true })
}

/** The heading of a page, which is where a link to it leads. */
export const PageHeading = (props: { children: ReactNode; className?: string }) => (
  <h1 ref={followPage} tabIndex={-1} {...props} />
)

type HeadProps = { title: string; total?: ReactNode; children?: ReactNode }

/** The heading of a page, what it counts, and its actions. */
export const PageHead = ({ title, total, children }: HeadProps) => (
  <div className={layout.head}>
    <PageHeading>{title}</PageHeading>
    <span className={layout.total} role="status">
      {total}
    </span>
    {children && <div className={layout.actions}>{children}</div>}
  </div>
)
