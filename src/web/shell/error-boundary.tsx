import { Component, type ReactNode, startTransition } from 'react'
import { Outlet } from 'react-router-dom'
import { useAddress } from '../lib/address'
import { ErrorPage } from './error-page'

type Props = { address: string; children: ReactNode }

class Catch extends Component<Props, { error: unknown; at: string | null }> {
  override state = { error: null, at: null }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  // A page that broke is left behind with its address.
  static getDerivedStateFromProps({ address }: Props, { at }: { at: string | null }) {
    return address === at ? null : { error: null, at: address }
  }
  again = () => startTransition(() => this.setState({ error: null }))
  override render() {
    return this.state.error === null ? this.props.children : <ErrorPage error={this.state.error} again={this.again} />
  }
}

/** Shows that the page inside it broke, until the person goes to another. */
export const ErrorBoundary = ({ children = <Outlet /> }: { children?: ReactNode }) => {
  const key = useAddress(({ key }) => key)
  return <Catch address={key}>{children}</Catch>
}
