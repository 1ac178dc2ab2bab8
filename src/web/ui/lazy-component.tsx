import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useReducer } from 'react'
import { checkForNewVersion } from '../lib/browser/new-version'
import { toast } from './overlay/toasts'

/** Says that a part of the page could not be loaded, be it that there is a newer version. */
export const toastLoadFailed = () => {
  void checkForNewVersion()
  toast({ tone: 'bad', title: 'This part of the page couldn’t be loaded.', more: 'Your changes are safe.' })
}

type Part = (props: never) => ReactNode

/** A lazily loaded part of a page. If loading fails, a toast says so, the page stays, `onClose` is called, and the next use retries. */
export const lazyComponent = <C extends Part>(load: () => Promise<C>) => {
  let Loaded: ComponentType<object> | null = null
  const fetched = async () => {
    Loaded = (await load()) as unknown as ComponentType<object>
  }
  /** Preloads it. */
  const preload = () => fetched().catch(() => {})
  return Object.assign(
    ((props: { onClose?: () => void; fallback?: ReactNode }) => {
      const [, rerender] = useReducer((count: number) => count + 1, 0)
      const failed = useEffectEvent(() => {
        toastLoadFailed()
        props.onClose?.()
      })
      // As rendered: a preload may have ended since.
      const isShown = Loaded !== null
      useEffect(() => {
        if (isShown) return
        let isGone = false
        fetched().then(rerender, () => isGone || failed())
        return () => {
          isGone = true
        }
      }, [isShown])
      return Loaded ? <Loaded {...props} /> : props.fallback
    }) as unknown as C,
    { preload },
  )
}
