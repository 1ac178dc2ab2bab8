import { useEffect } from 'react'
import { notifyTabs } from '../lib/api/tab-channel'

/** Shown in the window used to sign in again; closes itself if the browser allows. */
export const SignedInAgain = () => {
  useEffect(() => {
    notifyTabs({ type: 'signed in' })
    window.close()
  }, [])
  return (
    <>
      <h1>You’re signed in</h1>
      <p className="lede">Close this window to continue.</p>
    </>
  )
}
