import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { cleanSearch } from '../../lib/text/clean-search'

/** Text that may be ahead of `value`. `apply` sends it, cleaned, if it differs. A value from elsewhere, as by Back, replaces it. */
export const useDraft = (value: string, onChange: (text: string | undefined) => void) => {
  const [text, setText] = useState(value)
  // Each address that arrives is compared, also one without what was sent: another link may have been followed meanwhile.
  const { key } = useLocation()
  const [known, setKnown] = useState(key)
  const sent = useRef(value)
  if (key !== known) {
    setKnown(key)
    if (value !== sent.current) setText(value)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has arrived, whatever it is
  useEffect(() => {
    sent.current = value
  }, [key])
  const apply = () => {
    const wanted = cleanSearch(text)
    if (wanted === sent.current) return
    sent.current = wanted
    onChange(wanted || undefined)
  }
  return { text, setText, apply }
}
