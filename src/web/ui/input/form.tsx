import type { ComponentProps, KeyboardEvent } from 'react'

/** Clicks the submit button, so a disabled one does nothing. Skipped if a field has handled Enter. */
const submitByKey = (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || event.defaultPrevented) return
  if ((event.target as Element).matches('a, button')) return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLButtonElement>('[type="submit"]')?.click()
}

/** Every form of the console: Ctrl Enter submits it from any of its fields. */
export const Form = (props: ComponentProps<'form'>) => <form onKeyDown={submitByKey} {...props} />
