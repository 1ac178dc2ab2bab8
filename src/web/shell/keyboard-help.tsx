import { Dialog } from '../ui/dialog'
import { Icon } from '../ui/icon/icon'

const groups: { title: string; keys: [string[], string][] }[] = [
  {
    title: 'Everywhere',
    keys: [
      [['?'], 'This help'],
      [['Ctrl', 'K'], 'Find a record, go to a page, do something; or paste an ID'],
      [['Ctrl', '.'], 'Fold or unfold the navigation'],
      [['Ctrl', 'Z'], 'Undo what a receipt tells of'],
    ],
  },
  {
    title: 'In a list',
    keys: [
      [['/'], 'Search'],
      [['j'], 'Next row'],
      [['k'], 'Previous row'],
      [['Enter'], 'Open the row beside the list, and once more its page; in the search, go to the first row'],
      [['x'], 'Select the row'],
      [['Esc'], 'Close what is open beside the list, then clear the selection'],
      [['['], 'Previous page'],
      [[']'], 'Next page'],
    ],
  },
  {
    title: 'In the NPS review and the follow-up queue',
    keys: [
      [['w'], 'Write a mail that quotes the answer'],
      [['c'], 'Open the company'],
      [['p'], 'Show its people'],
      [['h'], 'Note as handled on this computer, or take the note away'],
      [['f'], 'Only answers that asked for somebody, or all again'],
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
  <Dialog className="dialog" title="Keyboard" onClose={onClose}>
    <header>
      <h2>Keyboard</h2>
      <button type="button" className="icon-button" aria-label="Close" title="Close (Esc)" onClick={onClose}>
        <Icon name="x" />
      </button>
    </header>
    <div className="body">
      {groups.map(({ title, keys }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl className="facts">
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
