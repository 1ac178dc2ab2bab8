import { Button } from '../button'
import * as buttons from '../buttons.module.css'
import { disabledBecause } from '../overlay/tip'

type Props<V extends string> = {
  options: readonly V[]
  /** Where an option isn’t its own label. */
  labels?: Record<V, string>
  value: V | undefined
  onChange: (option: V) => void
  /** Why an option can’t be chosen. */
  disabledReason?: (option: V) => string | null
}

/** Joined buttons of which one is chosen. */
export const SegmentedControl = <V extends string>({ options, labels, value, onChange, disabledReason }: Props<V>) => (
  <div className={buttons.joined}>
    {options.map((option) => (
      <Button
        small
        key={option}
        aria-pressed={option === value}
        {...disabledBecause(disabledReason?.(option), () => onChange(option))}
      >
        {labels?.[option] ?? option}
      </Button>
    ))}
  </div>
)
