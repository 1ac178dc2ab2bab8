import type { ReactNode } from 'react'
import { Facts } from '../facts/details'
import * as layout from '../layout.module.css'

type SectionProps = {
  title: string
  total?: string | false | null | undefined
  more?: ReactNode
  /** Left out of print. */
  onScreenOnly?: boolean
  children: ReactNode
}

export const Section = ({ title, total, children, more, onScreenOnly }: SectionProps) => (
  <section className={layout.block} data-screen-only={onScreenOnly}>
    <header>
      <h2>{title}</h2>
      {total && <span className={layout.total}>{total}</span>}
      {more}
    </header>
    {children}
  </section>
)

/** A section of nothing but facts. */
export const FactSection = ({ children, ...section }: SectionProps) => (
  <Section {...section}>
    <Facts>{children}</Facts>
  </Section>
)
