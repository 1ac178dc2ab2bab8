import { usePreference } from '../lib/preferences'

const densities = { compact: 'Compact', default: 'Default', relaxed: 'Relaxed' }

/** Row height, in every table. */
export const useDensity = () => usePreference('density', 'default', { name: 'density' })

export const DensityMenu = () => {
  const [density, setDensity] = useDensity()
  return (
    <fieldset className="density-menu">
      <legend className="visually-hidden">Density</legend>
      {Object.entries(densities).map(([value, word]) => (
        <label key={value} className="tick">
          <input
            type="radio"
            className="check"
            name="density"
            checked={density === value}
            onChange={() => setDensity(value)}
          />
          {word}
        </label>
      ))}
    </fieldset>
  )
}
