import * as buttons from '../../ui/buttons.module.css'
import { Link } from '../../ui/link'
import { EmptyState } from '../../ui/states/empty-state'

type Props = {
  filters: Record<string, { label: string; words?: Record<string, string> }>
  sent: Record<string, string>
  noun: [string, string]
  addressOf: (changes: Record<string, string | undefined>) => string
}

/** Names the active filters; each can be removed separately. */
export const NothingMatches = ({ filters, sent, noun, addressOf }: Props) => {
  const set = Object.entries(filters).filter(([key]) => key in sent)
  const none = Object.fromEntries(set.map(([key]) => [key, undefined]))
  return (
    <EmptyState
      title={`No ${noun[1]} match`}
      actions={
        <>
          {set.length > 1 &&
            set.map(([key, { label }]) => (
              <Link key={key} className={buttons.button} data-kind="bare" href={addressOf({ [key]: undefined })}>
                Remove {label.toLowerCase()}
              </Link>
            ))}
          <Link className={buttons.button} href={addressOf(none)}>
            {set.length > 1 ? 'Clear all' : 'Clear'}
          </Link>
        </>
      }
    >
      {set.map(([key, { label, words }], index) => (
        <span key={key}>
          {index > 0 && ', and '}
          {index === 0 ? label : label.toLowerCase()} {key === 'search' ? 'contains' : 'is'}{' '}
          <b>“{words?.[sent[key] ?? ''] ?? sent[key]}”</b>
        </span>
      ))}
      .
    </EmptyState>
  )
}
