import { createContext, type ReactNode, useContext } from 'react'

const Parts = createContext<string[]>([])

/** Why the figures around are not of everything, each as a sentence. */
export const useParts = () => useContext(Parts)

type Props = { part: string | false; children: ReactNode }

/** Each CSV of these figures says what they are a part of, as the page says it above them. */
export const PartOf = ({ part, children }: Props) => {
  const outer = useParts()
  return <Parts.Provider value={part ? [...outer, part] : outer}>{children}</Parts.Provider>
}
