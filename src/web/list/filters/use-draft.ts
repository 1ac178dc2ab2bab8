import { useEffect, useRef, useState } from 'react'
import { cleanSearch } from '../../lib/text/clean-search'

/** Text that may be ahead of `value`. `apply` sends it, cleaned, if it differs. A value from elsewhere, as by Back, replaces it. */
export const useDraft = (value: string, onChange: (text: string | undefined) => void) => {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const sent = useRef(value)
  if (value !== known) {
    setKnown(value)
    if (value !== sent.current) setText(value)
  }
  useEffect(() => {
    sent.current = known
  }, [known])
  const apply = () => {
    const wanted = cleanSearch(text)
    if (wanted === sent.current) return
    sent.current = wanted
    onChange(wanted || undefined)
  }
  return { text, setText, apply }
}
