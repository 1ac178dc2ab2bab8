import type { ReactNode } from 'react'
import { type Holds, type PlainValue, renderValue } from '../format/render-value'
import { Glyph } from '../icon/glyph'
import { TipStops } from '../overlay/tip'
import * as facts from './facts.module.css'
import * as notices from './notice.module.css'

export const Facts = ({ children }: { children: ReactNode }) => <dl className={facts.facts}>{children}</dl>

type FieldProps = { label: string } & (
  | { value: PlainValue; holds?: Holds | 'url' | 'email'; children?: never }
  | { value?: never; holds?: never; children: ReactNode }
)

/** A fact with its label: a plain `value`, or `children` for anything else. */
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
