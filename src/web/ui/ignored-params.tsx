import { truncate } from '../lib/text/truncate'
import { Notice } from './details'

type Props = { parts: string[]; isKnown: (key: string) => boolean }

/** Names the parameters in the address that the page ignores: some it does not know, of others it does not take the value. */
export const IgnoredParams = ({ parts, isKnown }: Props) => {
  if (parts.length === 0) return null
  const isWrong = (part: string) => isKnown(part.slice(0, part.indexOf('=')))
  const unknown = parts.filter((part) => !isWrong(part))
  const wrong = parts.filter(isWrong)
  return (
    <Notice>
      {unknown.length > 0 && (
        <>
          Ignored unknown parts of the link: <b>{unknown.map(truncate).join(', ')}</b>.{' '}
        </>
      )}
      {wrong.length > 0 && (
        <>
          Ignored values that aren’t allowed: <b>{wrong.map(truncate).join(', ')}</b>.
        </>
      )}
    </Notice>
  )
}
