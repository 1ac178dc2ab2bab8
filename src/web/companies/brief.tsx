import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { serverNow } from '../lib/api/server-clock'
import { consoleOrigin, dateFormat } from '../lib/request-context'
import { Icon } from '../ui/icon/icon'

/** Prints the page as the brief for a meeting, once every part of it is there. */
export const PrintBrief = () => {
  const [wanted, setWanted] = useState(false)
  // A page of twenty questions would draw it forty times for nothing.
  const reading = useIsFetching({ predicate: () => wanted })
  useEffect(() => {
    if (!wanted || reading > 0) return
    setWanted(false)
    print()
  }, [wanted, reading])
  return (
    <button type="button" className="button" data-kind="primary" aria-busy={wanted} onClick={() => setWanted(true)}>
      <Icon name="printer" />
      {wanted ? 'Loading the page' : 'Print client brief'}
    </button>
  )
}

const day = dateFormat({ dateStyle: 'full' })
const time = dateFormat({ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' })

/** What only paper needs to say of itself: what it is, of which day, and from where. */
export const BriefHead = ({ now = serverNow() }: { now?: Date }) => (
  <p className="on-paper">
    <b>Client brief</b> {day().format(now)}. From {new URL(consoleOrigin()).host} at {time().format(now)}.
  </p>
)
