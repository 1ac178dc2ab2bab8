import * as fields from './fields.module.css'

export const RememberField = ({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }) => (
  <label className={fields.tick}>
    <input
      type="checkbox"
      className={fields.check}
      checked={value}
      onChange={(event) => onChange(event.target.checked)}
    />
    Stay signed in on this computer for up to 12 hours
  </label>
)
