import type { ComponentProps } from 'react'
import * as fields from './fields.module.css'

/** A checkbox or radio button with its label. */
export const Tick = ({ children, ...props }: ComponentProps<'input'>) => (
  <label className={fields.tick}>
    <input type="checkbox" className={fields.check} {...props} />
    {children}
  </label>
)
