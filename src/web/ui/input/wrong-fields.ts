import { createContext, use, useCallback, useEffect, useState } from 'react'

/** Called with 1 or -1 as the text of a field becomes invalid or valid. */
export const WrongFields = createContext<(by: number) => void>(() => {})

/** Counts the fields in `WrongFields` that hold invalid text, which never reaches the URL. */
export const useWrongFields = () => {
  const [wrong, setWrong] = useState(0)
  const count = useCallback((by: number) => setWrong((before) => before + by), [])
  return { hasWrong: wrong > 0, count }
}

export const useCountWrong = (isWrong: boolean) => {
  const count = use(WrongFields)
  useEffect(() => {
    if (!isWrong) return
    count(1)
    return () => count(-1)
  }, [isWrong, count])
}
