import type { ApiError } from '../api'
import { plural } from '../format'
import type { Receipt } from '../receipts'

export const savedReceipt = (name: string, fields: number): Receipt => ({
  tone: 'good',
  text: (
    <>
      <b>{name}</b> is saved.
    </>
  ),
  more: `${plural(fields, 'field', 'fields')} changed.`,
})

/** For whoever left while it was on its way. */
export const notSaved = (name: string, { status, detail }: ApiError): Receipt => ({
  tone: 'bad',
  text: (
    <>
      <b>{name}</b> {status === 0 ? 'may not be saved.' : 'is not saved.'}
    </>
  ),
  more: detail,
})

export const undone = (name: string): Receipt => ({
  tone: 'calm',
  text: (
    <>
      <b>{name}</b> is as it was before.
    </>
  ),
})

export const notUndone = (name: string, error: Error): Receipt => ({
  tone: 'bad',
  text: (
    <>
      <b>{name}</b> could not be set back.
    </>
  ),
  more: error.message,
})
