import * as fields from '../ui/fields.module.css'
import { useDensity } from './density'
import * as styles from './density-menu.module.css'

const densities = { compact: 'Compact', default: 'Default', relaxed: 'Relaxed' }

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
