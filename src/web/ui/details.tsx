import type { ReactNode } from 'react'
import * as facts from './facts.module.css'
import { type Holds, type PlainValue, renderValue } from './format/render-value'
import { Glyph } from './icon/glyph'
import * as layout from './layout.module.css'
import * as notices from './notice.module.css'
import { TipStops } from './overlay/tip'
import { markPending } from './pending-marker'
import { Skeleton } from './states/skeleton'
import * as skeletons from './states/skeleton.module.css'

const skeletonWidths = ['72%', '48%', '64%', '56%']

/** Skeleton of about the final height, to avoid layout shift. Without lines it takes no space. */
export const Loading = ({ lines = 0 }: { lines?: number }) => (
  <div className={skeletons.block} ref={markPending} data-loading>
    <span className="visually-hidden">Loading</span>
    {Array.from({ length: lines }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity and never change places
      <Skeleton key={index} width={skeletonWidths[index % skeletonWidths.length]} />
    ))}
  </div>
)

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

export const Facts = ({ children }: { children: ReactNode }) => <dl className={facts.facts}>{children}</dl>

/** A section of nothing but facts. */
export const FactSection = ({ children, ...section }: SectionProps) => (
  <Section {...section}>
    <Facts>{children}</Facts>
  </Section>
)

type FieldProps = { label: string } & (
  | { value: PlainValue; holds?: Holds; children?: never }
  | { value?: never; holds?: never; children: ReactNode }
)

/** A value, or what shows another kind of it. */
export const Field = ({ label, value, holds, children = renderValue(value, holds) }: FieldProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <TipStops value>{children}</TipStops>
    </dd>
  </div>
)

/** A notice about a missing feature or an error. */
export const Notice = ({ bad, children }: { bad?: boolean; children: ReactNode }) => (
  <p className={notices.notice} data-tone={bad ? 'bad' : 'attention'} role={bad ? 'alert' : undefined}>
    <Glyph name={bad ? 'error' : 'pending'} />
    <span>{children}</span>
  </p>
)
