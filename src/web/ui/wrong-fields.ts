import { createContext, use, useCallback, useEffect, useState } from 'react'

const Count = createContext<(by: number) => void>(() => {})

/** Counts the fields below its provider that hold invalid text, which never reaches the URL. */
export const useWrongFields = () => {
  const [wrong, setWrong] = useState(0)
  const count = useCallback((by: number) => setWrong((before) => before + by), [])
  return { hasWrong: wrong > 0, WrongFields: Count, count }
}

export const useCountWrong = (isWrong: boolean) => {
  const count = use(Count)
  useEffect(() => {
    if (!isWrong) return
    count(1)
    return () => count(-1)
  }, [isWrong, count])
}
