import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** Goes to `path`, using Back if the user came from there, or to the page that this one was opened over. */
export const useReturnTo = (path: string) => {
  const navigate = useNavigate()
  const { state, mask } = useLocation()
  const isGoingBack = useRef(false)
  return () => {
    if (!mask && state?.from !== path) return void navigate(path, { replace: true, preventScrollReset: true })
    // A second call before navigation completes would go back too far.
    if (isGoingBack.current) return
    isGoingBack.current = true
    addEventListener('popstate', () => (isGoingBack.current = false), { once: true })
    void navigate(-1)
  }
}
