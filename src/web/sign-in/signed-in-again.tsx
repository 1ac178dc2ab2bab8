import { useEffect } from 'react'
import { notifyTabs } from '../lib/api/session/tab-channel'
import * as typography from '../ui/typography.module.css'

/** Shown in the window used to sign in again; closes itself if the browser allows. */
export const SignedInAgain = () => {
  useEffect(() => {
    notifyTabs({ type: 'signed in' })
    window.close()
  }, [])
  return (
    <>
      <h1>You’re signed in</h1>
      <p className={typography.lede}>Close this window to continue.</p>
    </>
  )
}
