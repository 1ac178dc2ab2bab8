import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
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
}

/** Shows more of a list that is loaded. If that is all of it, the button goes, and the first item that came has the focus. */
export const ShowMore = ({ list, count, onShow, bare }: Props) => (
  <Button
    small
    kind={bare ? 'bare' : undefined}
    onClick={({ currentTarget }) => {
      const before = list.current?.children.length ?? 0
      flushSync(onShow)
      if (!currentTarget.isConnected) focusItem(list.current?.children[before])
    }}
  >
    Show {formatNumber(count)} more
  </Button>
)
