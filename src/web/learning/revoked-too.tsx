import type { FilterControl } from '../kit/list/filters'
import { Glyph } from '../kit/ui/glyph'
import styles from './revoked-too.module.css'

/** The list leaves revoked certificates out until somebody asks for them. */
export const RevokedToo: FilterControl = ({ label, value, onChange }) => (
  <button
    type="button"
    className={styles.toggle}
    aria-pressed={value === 'true'}
    onClick={() => onChange(value === 'true' ? undefined : 'true')}
  >
    <Glyph name={value === 'true' ? 'done' : 'idle'} />
    {label}
  </button>
)
