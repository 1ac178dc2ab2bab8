import { Day } from './day'
import { DateTime, MailLink, Numeric, Text, WebLink } from './format'

export type PlainValue = string | number | null | undefined

/** What names a day is the same day for everyone; of an instant the user’s time is shown, or only its local day. */
export type Holds = 'number' | 'day' | 'time' | 'localDay'

/** A number, a day, a time, an address or a text. */
export const renderValue = (value: PlainValue, holds?: Holds | 'url' | 'email') => {
  if (typeof value === 'number') return <Numeric value={value} />
  if (holds === 'url') return <WebLink href={value} />
  if (holds === 'email') return <MailLink address={value} />
  if (holds === 'day') return <Day value={value} />
  if (holds === 'localDay') return <DateTime value={value} dateOnly />
  return holds === 'time' ? <DateTime value={value} /> : <Text value={value} />
}
