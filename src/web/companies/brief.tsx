import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { serverNow } from '../lib/api/server-clock'
import { consoleOrigin, dateFormat } from '../lib/request-context'
import { Icon } from '../ui/icon/icon'

/** Prints the page as a client brief once every section has loaded. */
export const PrintBrief = () => {
  const [wanted, setWanted] = useState(false)
  // Updates only when loading starts or ends, not for each of the page’s queries.
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

/** Print-only line: title, date and source. */
export const BriefHead = ({ now = serverNow() }: { now?: Date }) => (
  <p className="on-paper">
    <b>Client brief</b> {day().format(now)}. From {new URL(consoleOrigin()).host} at {time().format(now)}.
  </p>
)
