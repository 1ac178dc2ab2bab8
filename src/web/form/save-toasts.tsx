import { type ApiError, isUnanswered } from '../lib/api/client'
import { plural } from '../ui/format/format'
import type { ToastContent } from '../ui/overlay/toasts'

export const savedToast = (name: string, fields: number): ToastContent => ({
  tone: 'good',
  text: (
    <>
      <b>{name}</b> saved.
    </>
  ),
  more: `${plural(fields, 'field', 'fields')} changed.`,
})

/** For saves that fail after the user has left the form. */
export const saveFailedToast = (name: string, error: ApiError): ToastContent => ({
  tone: 'bad',
  text: (
    <>
      <b>{name}</b> {isUnanswered(error) ? 'may not have been saved.' : 'wasn’t saved.'}
    </>
  ),
  more: error.detail,
})

export const undoneToast = (name: string): ToastContent => ({
  tone: 'calm',
  text: (
    <>
      <b>{name}</b> restored.
    </>
  ),
})

export const undoFailedToast = (name: string, error: Error): ToastContent => ({
  tone: 'bad',
  text: (
    <>
      <b>{name}</b> couldn’t be restored.
    </>
  ),
  more: error.message,
})
