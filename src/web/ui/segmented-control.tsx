import * as buttons from './buttons.module.css'

type Props<V extends string> = {
  options: readonly V[]
  /** Where an option isn’t its own label. */
  labels?: Record<V, string>
  value: V | undefined
  onChange: (option: V) => void
}

/** Joined buttons of which one is chosen. */
export const SegmentedControl = <V extends string>({ options, labels, value, onChange }: Props<V>) => (
  <div className={buttons.joined}>
    {options.map((option) => (
      <button
        key={option}
        type="button"
        className={buttons.button}
        data-size="small"
        aria-pressed={option === value}
        onClick={() => onChange(option)}
      >
        {labels?.[option] ?? option}
      </button>
    ))}
  </div>
)
