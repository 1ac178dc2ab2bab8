import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../button'

/** Prints the page once all of it has loaded. */
export const PrintButton = () => {
  const [wanted, setWanted] = useState(false)
  // Updates only when loading starts or ends, not for each of the page’s queries.
  const reading = useIsFetching({ predicate: () => wanted })
  useEffect(() => {
    if (!wanted || reading > 0) return
    setWanted(false)
    print()
  }, [wanted, reading])
  return (
    <Button icon="printer" aria-busy={wanted} onClick={() => setWanted(true)}>
      {wanted ? 'Preparing to print' : 'Print'}
    </Button>
  )
}
