import { type followUpStates, npsResponses } from '../../../contract/nps'
import type { FieldSpecs } from '../../form/fields'
import type { RelatedRecordType } from '../../record/related'
import { defineStatuses } from '../../ui/status-badge'

type Respondent = { respondentName?: string | null; respondentEmail?: string | null }

/** Name or email of the respondent. */
export const respondentOf = ({ respondentName, respondentEmail }: Respondent) =>
  respondentName?.trim() || respondentEmail?.trim() || 'Anonymous'

export const responseBasics = {
  list: npsResponses.list,
  path: '/nps/responses',
  noun: ['response', 'responses'],
  name: respondentOf,
} satisfies RelatedRecordType<typeof npsResponses.get, typeof npsResponses.list>

export const followUpStatus = defineStatuses<(typeof followUpStates)[number]>({
  waiting: { tone: 'attention', glyph: 'pending', word: 'Waiting' },
  in_progress: { tone: 'attention', glyph: 'active', word: 'In progress' },
  handled: { tone: 'calm', glyph: 'done', word: 'Handled' },
})

export const followUpFields = {
  followUpState: { label: 'State', words: followUpStatus.labels, none: 'None', half: true },
  followUpOwner: { label: 'Owner', half: true, hint: 'Pick a colleague or type a name' },
  followUpNote: { label: 'Note', kind: 'notes', hint: 'Only your team sees this' },
} satisfies FieldSpecs<typeof npsResponses.update>
