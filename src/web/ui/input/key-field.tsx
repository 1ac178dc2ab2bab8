import { useId, useState } from 'react'
import { IconButton } from '../button'
import { Icon } from '../icon/icon'
import * as fields from './fields.module.css'
import * as styles from './key-field.module.css'

type Props = { value: string; onChange: (value: string) => void; refusal: string | null }

export const KeyField = ({ value, onChange, refusal }: Props) => {
  const [shown, setShown] = useState(false)
  const id = useId()
  return (
    <div className={fields.field}>
      <label htmlFor={id}>API key</label>
      <div className={styles.reveal}>
        <input
          className={fields.input}
          id={id}
          type={shown ? 'text' : 'password'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={refusal !== null}
          aria-describedby={refusal ? `${id}-error` : undefined}
          // biome-ignore lint/a11y/noAutofocus: the key is the one thing that is asked for here
          autoFocus
        />
        <IconButton
          icon={shown ? 'eye-off' : 'eye'}
          label="Show key"
          tip={null}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      </div>
      <span role="alert">
        {refusal && (
          <span className={fields.error} id={`${id}-error`}>
            <Icon name="circle-alert" small />
            <span>{refusal}</span>
          </span>
        )}
      </span>
    </div>
  )
}
