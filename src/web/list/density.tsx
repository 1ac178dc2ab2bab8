import { usePreference } from '../lib/preferences'
import * as fields from '../ui/fields.module.css'
import * as styles from './density.module.css'

const densities = { compact: 'Compact', default: 'Default', relaxed: 'Relaxed' }

/** Row height, in every table. */
export const useDensity = () => usePreference('density', 'default', { name: 'density' })

export const DensityMenu = () => {
  const [density, setDensity] = useDensity()
  return (
    <fieldset className={styles.menu}>
      <legend className="visually-hidden">Density</legend>
      {Object.entries(densities).map(([value, word]) => (
        <label key={value} className={fields.tick}>
          <input
            type="radio"
            className={fields.check}
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
