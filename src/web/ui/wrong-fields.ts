import { createContext, use, useCallback, useEffect, useState } from 'react'

/** Takes by how much the number of fields with invalid text changes. */
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
