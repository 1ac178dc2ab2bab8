import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** Leaves for the page at `path`: back where one came from there, so that it stands in the history once. */
export const useReturnTo = (path: string) => {
  const navigate = useNavigate()
  const { state } = useLocation()
  const isGoingBack = useRef(false)
  return () => {
    if (state?.from !== path) return void navigate(path, { replace: true })
    // A second call before the browser is there would lead a page further.
    if (isGoingBack.current) return
    isGoingBack.current = true
    addEventListener('popstate', () => (isGoingBack.current = false), { once: true })
    void navigate(-1)
  }
}
