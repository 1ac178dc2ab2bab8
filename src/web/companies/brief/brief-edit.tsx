import { useQuery } from '@tanstack/react-query'
import { briefs } from '../../../contract/briefs'
import { type BriefChoice, type BriefDocument, papers, type SectionName } from '../../../contract/core/brief-document'
import { firstSince } from '../../../contract/figures/client-since'
import { choiceIn, type Kept, saveLocally } from '../../domain/brief/kept'
import { languages } from '../../domain/brief/languages'
import { quotableQuery } from '../../domain/brief/quotable'
import { EditForm } from '../../form/edit-form'
import type { FieldSpecs } from '../../form/fields'
import { localDayText } from '../../ui/format/local-day-text'

type Props = {
  id: string
  kept: Kept
  /** What the page shows in place of what is kept. */
  chosen: Partial<Pick<BriefChoice, 'language'>>
  brief: BriefDocument
  isStoredLocally: boolean
  onClose: () => void
  onSaved: () => void
}

const recordType = { get: briefs.get, noun: ['brief', 'briefs'] as [string, string], name: () => 'Client brief' }

/** What a client’s brief is made of, beside the brief. */
export const BriefEdit = ({ id, kept, chosen, brief, isStoredLocally, onClose, onSaved }: Props) => {
  const { data: latest } = useQuery(quotableQuery(id))
  const choice = choiceIn(kept)
  const quotations = Object.fromEntries(
    (latest?.data ?? []).flatMap(({ id, feedbackText, score, responseDate }) =>
      feedbackText ? [[id, `${score}, ${localDayText(responseDate)}: ${truncate(feedbackText)}`]] : [],
    ),
  )
  return (
    <EditForm
      endpoint={briefs.update}
      recordType={recordType}
      record={{ id, ...choice }}
      etag={kept.etag}
      fieldSpecs={specsOf({ '': 'None', ...quotations }, brief.sentences)}
      title="Edit the client brief"
      saveLocally={isStoredLocally ? (changes) => saveLocally(id, changes as Partial<BriefChoice>) as never : undefined}
      initialChanges={chosen}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}

const sectionWords: Record<SectionName, string> = {
  summary: 'Summary',
  satisfaction: 'Satisfaction',
  changes: 'What has changed',
  budget: 'Budget',
  goals: 'Goals',
  estate: 'Devices',
  people: 'People and training',
  proposal: 'What we propose',
  sources: 'Sources',
}

const specsOf = (quotations: Record<string, string>, [first, second, third]: string[]) =>
  ({
    language: {
      label: 'Language',
      words: Object.fromEntries(Object.entries(languages).map(([key, { name }]) => [key, name])),
      half: true,
    },
    paper: { label: 'Paper', words: Object.fromEntries(papers.map((paper) => [paper, paper])), half: true },
    sections: { label: 'Sections', words: sectionWords },
    firstSentence: {
      label: 'First sentence',
      kind: 'notes',
      placeholder: first,
      hint: 'Leave a sentence empty to have it written from the numbers.',
    },
    secondSentence: { label: 'Second sentence', kind: 'notes', placeholder: second },
    thirdSentence: { label: 'Third sentence', kind: 'notes', placeholder: third },
    firstQuotation: { label: 'First quotation', words: quotations, half: true },
    secondQuotation: { label: 'Second quotation', words: quotations, half: true },
    changesSince: {
      label: 'Changes since',
      kind: 'day',
      from: firstSince,
      hint: 'When the client last saw a brief. If empty, the day of the last published report.',
    },
    scenario: {
      label: 'What-if scenario',
      hint: 'Open a budget of this client, try a scenario, and copy its link here.',
    },
    proposal: { label: 'What we propose', kind: 'notes' },
  }) satisfies FieldSpecs<typeof briefs.update>

const truncate = (text: string) => (text.length > 70 ? `${text.slice(0, 70).toWellFormed()}…` : text)
