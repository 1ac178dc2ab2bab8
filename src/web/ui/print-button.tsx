import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as buttons from './buttons.module.css'
import { Icon } from './icon/icon'

type Props = { children: string; kind?: 'primary' }

/** Prints the page once all of it has loaded. */
export const PrintButton = ({ children, kind }: Props) => {
  const [wanted, setWanted] = useState(false)
  // Updates only when loading starts or ends, not for each of the page’s queries.
  const reading = useIsFetching({ predicate: () => wanted })
  useEffect(() => {
    if (!wanted || reading > 0) return
    setWanted(false)
    print()
  }, [wanted, reading])
  return (
    <button
      type="button"
      className={buttons.button}
      data-kind={kind}
      aria-busy={wanted}
      onClick={() => setWanted(true)}
    >
      <Icon name="printer" />
      {wanted ? 'Preparing to print' : children}
    </button>
  )
}
