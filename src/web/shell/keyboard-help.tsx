import * as buttons from '../ui/buttons.module.css'
import { Dialog } from '../ui/dialog'
import * as dialogs from '../ui/dialog.module.css'
import * as facts from '../ui/facts.module.css'
import { Icon } from '../ui/icon/icon'

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
      [['h'], 'Mark as handled on this computer, or undo'],
      [['f'], 'Toggle follow-ups only'],
    ],
  },
  {
    title: 'In a form',
    keys: [
      [['Ctrl', 'Enter'], 'Save'],
      [['Esc'], 'Close'],
    ],
  },
]

export const KeyboardHelp = ({ onClose }: { onClose: () => void }) => (
  <Dialog className={dialogs.dialog} title="Keyboard" onClose={onClose}>
    <header>
      <h2>Keyboard</h2>
      <button type="button" className={buttons.iconButton} aria-label="Close" title="Close (Esc)" onClick={onClose}>
        <Icon name="x" />
      </button>
    </header>
    <div className={dialogs.body}>
      {groups.map(({ title, keys }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl className={facts.facts}>
            {keys.map(([caps, meaning]) => (
              <div key={meaning}>
                <dt>
                  {caps.map((cap) => (
                    <kbd key={cap}>{cap}</kbd>
                  ))}
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
)
