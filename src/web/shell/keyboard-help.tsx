import { useState } from 'react'
import { usePreference } from '../lib/preferences'
import { shortcutKeysPreference, shortcutsPreference } from '../lib/shortcuts'
import { Button } from '../ui/button'
import * as facts from '../ui/facts/facts.module.css'
import * as fields from '../ui/input/fields.module.css'
import { Tick } from '../ui/input/tick'
import { CloseButton, Dialog } from '../ui/overlay/dialog'
import * as dialogs from '../ui/overlay/dialog.module.css'
import * as styles from './keyboard-help.module.css'

const groups: { title: string; keys: [string[], string][] }[] = [
  {
    title: 'Everywhere',
    keys: [
      [['?'], 'This help'],
      [['Ctrl', 'K'], 'Search, go to a page, run a command or paste an ID'],
      [['Ctrl', '.'], 'Collapse or expand the navigation'],
      [['Ctrl', 'Z'], 'Undo last change'],
    ],
  },
  {
    title: 'In a list',
    keys: [
      [['/'], 'Search'],
      [['j'], 'Next row'],
      [['k'], 'Previous row'],
      [['Enter'], 'Open the row in the panel; press again for its page. In search, go to the first row'],
      [['x'], 'Select the row'],
      [['Esc'], 'Close the panel, then clear the selection'],
      [['['], 'Previous page'],
      [[']'], 'Next page'],
    ],
  },
  {
    title: 'In the NPS review and the follow-up queue',
    keys: [
      [['w'], 'Write an email that quotes the response'],
      [['c'], 'Open the company'],
      [['p'], 'Show contacts'],
      [['h'], 'Mark as handled'],
      [['f'], 'Toggle follow-ups only'],
    ],
  },
  {
    title: 'In a form',
    keys: [
      [['Ctrl', 'Enter'], 'Save or submit'],
      [['Esc'], 'Close'],
    ],
  },
]

/** Speech input can type these by mistake, but not a key with a name, such as Esc. */
const singleKeys = groups.flatMap(({ keys }) =>
  keys.flatMap(([[key = '', ...others], meaning]) =>
    others.length === 0 && key.length === 1 ? [{ key, meaning }] : [],
  ),
)

/** All shortcuts. Those of a single key can be turned off or changed, for this computer. */
export const KeyboardHelp = ({ onClose }: { onClose: () => void }) => {
  const [state, setState] = usePreference(shortcutsPreference, 'on')
  const { keyOf, change, reset, isChanged, refusal } = useKeys()
  const isOn = state !== 'off'
  return (
    <Dialog className={dialogs.dialog} title="Keyboard" onClose={onClose}>
      <header>
        <h2>Keyboard</h2>
        <CloseButton onClose={onClose} />
      </header>
      <div className={dialogs.body}>
        <div className={styles.settings}>
          <Tick checked={isOn} onChange={(event) => setState(event.target.checked ? 'on' : 'off')}>
            Single-key shortcuts
          </Tick>
          {isChanged && (
            <Button small onClick={reset}>
              Reset keys
            </Button>
          )}
        </div>
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl className={facts.facts}>
              {keys.map(([caps, meaning]) => (
                <div key={meaning}>
                  <dt>
                    {singleKeys.some((single) => single.meaning === meaning) ? (
                      <KeyInput
                        label={meaning}
                        value={keyOf(caps[0] ?? '')}
                        disabled={!isOn}
                        onChange={(key) => change(caps[0] ?? '', key)}
                      />
                    ) : (
                      caps.map((cap) => <kbd key={cap}>{cap}</kbd>)
                    )}
                  </dt>
                  <dd>
                    {meaning}
                    {refusal && refusal.key === caps[0] && (
                      <span className={fields.field}>
                        <span className={fields.error} role="alert">
                          {refusal.reason}
                        </span>
                      </span>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

type KeyInputProps = { label: string; value: string; disabled: boolean; onChange: (key: string) => void }

const KeyInput = ({ label, value, disabled, onChange }: KeyInputProps) => (
  <input
    className={`${fields.input} ${styles.key}`}
    aria-label={`Key: ${label}`}
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    disabled={disabled}
    value={value}
    onFocus={(event) => event.target.select()}
    onChange={(event) => {
      const key = [...event.target.value.trim().toLowerCase()].at(-1)
      if (key) onChange(key)
    }}
  />
)

/** The keys that differ from their defaults. Two shortcuts never share a key. */
const useKeys = () => {
  const [stored, store] = usePreference(shortcutKeysPreference, '')
  const [refusal, setRefusal] = useState<{ key: string; reason: string } | null>(null)
  const changed = new URLSearchParams(stored)
  const keyOf = (key: string) => changed.get(key) ?? key
  const change = (key: string, own: string) => {
    const other = singleKeys.find((single) => single.key !== key && keyOf(single.key) === own)
    setRefusal(other ? { key, reason: `${own} is the key for “${other.meaning}”. Choose another key.` } : null)
    if (other) return
    if (own === key) changed.delete(key)
    else changed.set(key, own)
    store(changed.toString())
  }
  const reset = () => {
    setRefusal(null)
    store('')
  }
  return { keyOf, change, reset, isChanged: stored !== '', refusal }
}
