import { Tick } from '../../ui/input/tick'
import { useDensity } from '../table/density'
import * as styles from './density-menu.module.css'

const densities = { compact: 'Compact', default: 'Default', relaxed: 'Relaxed' }

export const DensityMenu = () => {
  const [density, setDensity] = useDensity()
  return (
    <fieldset className={styles.menu}>
      <legend className="visually-hidden">Density</legend>
      {Object.entries(densities).map(([value, word]) => (
        <Tick key={value} type="radio" name="density" checked={density === value} onChange={() => setDensity(value)}>
          {word}
        </Tick>
      ))}
    </fieldset>
  )
}
