import { Component } from 'react'
import { type Location, ScrollRestoration, useLocation, useNavigationType } from 'react-router-dom'

const positions = new Map<string, number>()
const pane = () => document.getElementById('main')

type Props = { location: Location; isBack: boolean }

/** On a phone a page scrolls inside the shell's pane, which the router's own restoration does not know. */
class RestorePaneScroll extends Component<Props> {
  /** Reads the position while the layout is still valid: in an effect it would force another. */
  override getSnapshotBeforeUpdate({ location }: Props) {
    if (location.key === this.props.location.key) return null
    const top = pane()?.scrollTop ?? 0
    positions.set(location.key, top)
    return top
  }

  override componentDidUpdate(previous: Props, _state: unknown, left: number | null) {
    if (left === null) return
    const { location, isBack } = this.props
    const before = isBack ? positions.get(location.key) : undefined
    const top = before ?? (previous.location.pathname === location.pathname ? left : 0)
    if (top > 0 || left > 0) pane()?.scrollTo(0, top)
  }

  override render() {
    return null
  }
}

/** The first entry of every document has the key "default". */
const keyOf = ({ key, pathname }: Location) => (key === 'default' ? pathname : key)

export const RestoreScroll = () => (
  <>
    <RestorePaneScroll location={useLocation()} isBack={useNavigationType() === 'POP'} />
    <ScrollRestoration getKey={keyOf} />
  </>
)
