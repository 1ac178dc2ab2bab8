import { useSyncExternalStore } from 'react'

/** External store; components using it re-render on change. */
export const createStore = <T>(initial: T) => {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const store = {
    get: () => value,
    set: (next: T) => {
      value = next
      for (const listener of listeners) listener()
    },
    use: (): T => store.usePart((all) => all),
    /** A part of the value: components re-render only when this part changes. */
    usePart: <P>(part: (value: T) => P) =>
      useSyncExternalStore(
        subscribe,
        () => part(value),
        () => part(initial),
      ),
  }
  return store
}
