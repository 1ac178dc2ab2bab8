import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/** Ignores repeat calls while running; disabling the button would be too late. */
export const useWrite = <Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) => {
  const busy = useRef(false)
  const { mutate, ...write } = useMutation({
    ...options,
    onSettled: (...args) => {
      busy.current = false
      return options.onSettled?.(...args)
    },
  })
  return {
    ...write,
    mutate: (variables: Variables) => {
      if (busy.current) return
      busy.current = true
      mutate(variables)
    },
  }
}
