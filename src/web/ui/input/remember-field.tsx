import { Tick } from './tick'

export const RememberField = ({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }) => (
  <Tick checked={value} onChange={(event) => onChange(event.target.checked)}>
    Stay signed in on this computer for up to 12 hours
  </Tick>
)
