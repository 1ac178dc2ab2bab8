import type { FilterControl } from '../list/filters/filter-controls'
import { Glyph } from '../ui/icon/glyph'
import * as styles from './revoked-too.module.css'

/** Revoked certificates are hidden by default. */
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
