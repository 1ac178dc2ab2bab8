import type { ComponentProps, KeyboardEvent } from 'react'

/** As a click on its button, so that one that is disabled does nothing; a field may have a use of its own for Enter. */
const submitByKey = (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || event.defaultPrevented) return
  if ((event.target as Element).matches('a, button')) return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLButtonElement>('[type="submit"]')?.click()
}

/** Every form of the console: Ctrl Enter submits it from any of its fields. */
export const Form = (props: ComponentProps<'form'>) => <form onKeyDown={submitByKey} {...props} />
