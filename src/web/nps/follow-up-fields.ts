import type { npsResponses } from '../../contract/nps'
import { users } from '../../contract/users'
import { followUpStatus } from '../domain/nps/labels'
import type { FieldSpecs } from '../form/fields'
import { query } from '../lib/api/client'
import type { HistoryFields } from '../record/changes'

export const followUpFields = {
  followUpState: { label: 'State', words: followUpStatus.labels, half: true },
  followUpOwner: { label: 'Owner', half: true, hint: 'Pick a colleague or type a name' },
  followUpNote: { label: 'Note', kind: 'notes', hint: 'Only your team sees this' },
} satisfies FieldSpecs<typeof npsResponses.update>

export const followUpHistory: HistoryFields = followUpFields

/** Those who can be offered as owners. */
export const staffQuery = query(users.list, { query: { status: 'active', limit: '100' } })
