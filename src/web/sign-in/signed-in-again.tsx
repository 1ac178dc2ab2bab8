import { useEffect } from 'react'
import { notifyTabs } from '../lib/api/tab-channel'

/** What a window shows in which somebody signed in again: it closes by itself where the browser lets it. */
export const SignedInAgain = () => {
  useEffect(() => {
    notifyTabs({ type: 'signed in' })
    window.close()
  }, [])
  return (
    <>
      <h1>You are signed in</h1>
      <p className="lede">Close this window and go on where you were.</p>
    </>
  )
}
