import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router-dom'
import { Clock } from '../../domain/nps/follow-up/clock'
import { mailTo } from '../../domain/nps/follow-up/mail'
import type { Response } from '../../domain/nps/queries'
import { useHash } from '../../lib/hydration'
import { useShortcuts } from '../../lib/shortcuts'
import { AnswerCard, cardId } from './answer-card'
import * as styles from './answer-list.module.css'
import { useMarkHandled } from './use-mark-handled'

type Props = {
  rows: Response[]
  label: string
  /** Shows the time left to reply instead of the follow-up status. */
  clocks?: boolean
  /** True while showing the previous page’s rows. */
  busy?: boolean
  /** Called when moving past the last or first row. */
  onEnd?: (step: 1 | -1) => void
  page?: number
  /** Set by a button or shortcut that turns the page: the first response of that page gets the focus. */
  turnedTo?: RefObject<number | null>
  onPlace?: (at: number) => void
}

/** Keyboard-navigable responses. The current one is in the URL, so Back returns to it. */
export const AnswerList = ({ rows, label, clocks, busy = false, onEnd, page = 1, turnedTo, onPlace }: Props) => {
  const { hash: asked, search } = useLocation()
  const hash = useHash()
  const isHashPending = hash !== asked
  const navigate = useNavigate()
  const isIdle = useNavigation().state === 'idle'
  /** The page that was reached from its end. */
  const endOf = useRef<number | null>(null)
  const chosen = rows.findIndex(({ id }) => id === hash.slice(1))
  /** The IDs of the response being marked and those after it. The first that is still listed becomes current. */
  const rest = useRef<{ ids: string[]; search: string } | null>(null)
  const findNext = () => {
    if (rest.current?.search !== search) return null
    const ids = rows.map(({ id }) => id)
    const found = rest.current.ids.find((id) => ids.includes(id))
    return found ? ids.indexOf(found) : rows.length - 1
  }
  const isPaged = hash === ''
  const next = chosen === -1 ? findNext() : null
  const isTurned = () => turnedTo?.current === page
  const startsAtEnd = endOf.current === page && isPaged && !isTurned()
  const at = chosen !== -1 ? chosen : startsAtEnd ? rows.length - 1 : (next ?? 0)
  const current = rows[at]
  const isWanted = useRef(asked !== '')
  /** May be ahead of the URL while a navigation renders, since keys can repeat quickly. */
  const ahead = useRef<string | null>(null)

  const place = (id: string) => navigate({ search, hash: id }, { replace: true, preventScrollReset: true })
  /** A response that is current again as soon as it is back in the list. */
  const undone = useRef<string | null>(null)
  const marking = useMarkHandled((answer) => {
    undone.current = answer && !document.getElementById(cardId(answer.id)) ? answer.id : null
  })
  const choose = (index: number) => {
    isWanted.current = true
    endOf.current = null
    rest.current = null
    undone.current = null
    ahead.current = rows[index]?.id ?? null
    place(rows[index]?.id ?? '')
  }
  const step = (by: 1 | -1) => {
    const reached = rows.findIndex(({ id }) => id === ahead.current)
    const from = reached === -1 ? at : reached
    if (rows[from + by]) return choose(from + by)
    if (!onEnd || busy) return
    isWanted.current = true
    endOf.current = by === -1 ? page - 1 : null
    rest.current = null
    onEnd(by)
  }
  const toggle = (answer: Response) => {
    if (!marking.has(answer.id) && !marking.lack) {
      isWanted.current = true
      rest.current = { ids: rows.slice(at).map(({ id }) => id), search }
    }
    marking.toggle(answer)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: when another answer is looked at
  useLayoutEffect(() => {
    const item = current && document.getElementById(cardId(current.id))
    if (!item || busy || isHashPending) return
    if (turnedTo && isTurned()) {
      turnedTo.current = null
      isWanted.current = true
      endOf.current = null
    }
    if (!isWanted.current) return
    // One that a filter hides keeps its place in the URL, to be current again without the filter.
    if (chosen === -1 && (isPaged || next !== null)) place(current.id)
    item.querySelector('a')?.focus({ preventScroll: true })
    item.scrollIntoView({ block: 'nearest' })
  }, [current?.id, busy, isHashPending])
  // biome-ignore lint/correctness/useExhaustiveDependencies: when other answers are listed
  useEffect(() => {
    const back = rows.findIndex(({ id }) => id === undone.current)
    // Navigating now would abort a navigation under way.
    if (back !== -1 && isIdle) choose(back)
  }, [rows, isIdle])
  useEffect(() => onPlace?.(at), [at, onPlace])
  useEffect(() => {
    if (hash.slice(1) === ahead.current) ahead.current = null
  }, [hash])

  const company = current?.companyId
  const mail = current && mailTo(current)
  const waits = current?.followUpRequired && !current.followUpCompleted
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    w: mail ? () => location.assign(mail) : undefined,
    c: company ? () => navigate(`/companies/${encodeURIComponent(company)}`) : undefined,
    p: company ? () => navigate(`/company-users?${new URLSearchParams({ companyId: company })}`) : undefined,
    h: current && waits ? () => toggle(current) : undefined,
  })
  return (
    <ol className={styles.answers} aria-label={label}>
      {rows.map((answer, index) => (
        <AnswerCard
          key={answer.id}
          answer={answer}
          current={index === at}
          handled={marking.has(answer.id)}
          marking={marking}
          onHandle={() => toggle(answer)}
          onChoose={() => choose(index)}
          clock={clocks && <Clock answer={answer} />}
        />
      ))}
    </ol>
  )
}
