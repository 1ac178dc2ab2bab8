import { type RefObject, startTransition, useEffect, useRef } from 'react'
import { Button } from './button'
import { focusItem } from './focus-item'
import { formatNumber } from './format/format'

type Props = {
  list: RefObject<HTMLElement | null>
  /** How many a click shows. */
  count: number
  onShow: () => void
  /** Without the frame of a button. */
  bare?: boolean
  isLoading?: boolean
}

/** Shows more of a list. If that is all of it, the button goes, and the first item that came has the focus. */
export const ShowMore = ({ list, count, onShow, bare, isLoading }: Props) => {
  const before = useRef(0)
  useEffect(
    () => () => {
      const isLost = document.activeElement === document.body
      if (before.current && isLost) focusItem(list.current?.children[before.current])
    },
    [list],
  )
  const show = () => {
    if (isLoading) return
    before.current = list.current?.children.length ?? 0
    // Otherwise what an item waits for would hide the page, and the focus with it.
    startTransition(onShow)
  }
  return (
    <Button small kind={bare ? 'bare' : undefined} onClick={show} aria-disabled={isLoading}>
      {isLoading ? 'Loading…' : `Show ${formatNumber(count)} more`}
    </Button>
  )
}
