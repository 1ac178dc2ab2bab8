import { followUpStateOf, type npsResponses } from '../../contract/nps'
import { CompanyPicker } from '../domain/company-picker'
import { WriteLink } from '../domain/nps/follow-up/write-link'
import { categoryLabel, categoryTabs, followUpBadge } from '../domain/nps/labels'
import { ScoreMark } from '../domain/nps/score-mark'
import { pastPeriods } from '../domain/period-presets'
import { followUpStatus, respondentOf } from '../domain/records/response'
import { nameCell } from '../list/columns/cells'
import { columnsOf } from '../list/columns/columns'
import { dateRange } from '../list/filters/date-range'
import { listLoader } from '../list/list-loader'
import { ListPage, type RowOf } from '../list/list-page'
import { RecordLink } from '../record/record-link'
import { ButtonLink } from '../ui/button'
import { Missing } from '../ui/format/format'
import { tip } from '../ui/overlay/tip'
import { FollowUp, FollowUpLink, recordType as response } from './response-record'
import * as styles from './response-record.module.css'
import { reviewOf } from './review/use-review'
import { SurveyLink, surveyTitleQueries } from './survey-link'
import { SurveyPicker } from './surveys/survey-picker'
import { surveyTitles } from './surveys/survey-titles'

const column = columnsOf<RowOf<typeof npsResponses.list>>()

const columns = column.columns([
  column.accessor((row) => respondentOf(row), {
    id: 'respondentName',
    header: 'Respondent',
    meta: { width: 10.5, beside: [column.accessor('respondentEmail', { header: 'Email' })] },
    cell: nameCell(response),
  }),
  column.accessor('score', {
    header: 'Score',
    meta: { width: 5.5, align: 'start', holds: 'number', card: 'line' },
    cell: ({ row }) => <ScoreMark answer={row.original} />,
  }),
  column.accessor('companyName', {
    header: 'Company',
    meta: { width: 12, card: 'whole' },
    cell: ({ row: { original } }) => <RecordLink to="/companies" id={original.companyId} name={original.companyName} />,
  }),
  column.accessor('feedbackText', {
    header: 'Feedback',
    meta: { width: 23, card: 'whole', beside: [column.accessor('tags', { header: 'Tags' })] },
    cell: ({ getValue }) => {
      const words = getValue()?.trim()
      return words ? (
        <span className={styles.inList} {...tip(words)}>
          {words}
        </span>
      ) : (
        <Missing />
      )
    },
  }),
  column.accessor((row) => followUpBadge(row)?.word, {
    id: 'followUp',
    header: 'Follow-up',
    meta: {
      width: 11,
      card: 'line',
      beside: [
        column.accessor('followUpOwner', { header: 'Follow-up owner' }),
        column.accessor('followUpNote', { header: 'Follow-up note' }),
      ],
    },
    cell: ({ row: { original } }) => (followUpStateOf(original) ? <FollowUp answer={original} /> : <Missing />),
  }),
  column.accessor('responseDate', { header: 'Date', meta: { holds: 'time', card: 'end' } }),
  column.accessor((row) => categoryLabel(row), {
    id: 'category',
    header: 'Category',
    meta: { width: 6, isExtra: true },
  }),
  column.accessor('surveyId', {
    header: 'Survey',
    meta: {
      width: 9,
      isExtra: true,
      names: surveyTitles,
      beside: [column.accessor('surveyId', { header: 'Survey ID' })],
    },
    cell: ({ getValue }) => <SurveyLink id={getValue()} />,
  }),
])

const periodFilter = dateRange(pastPeriods)

export const loader = listLoader(response, surveyTitleQueries)

export const Component = () => (
  <ListPage
    recordType={response}
    columns={columns}
    filters={{
      search: { label: 'Name, email or feedback' },
      category: { label: 'Category', words: categoryTabs, tabs: true },
      followUpRequired: { label: 'Follow-up', words: { true: 'Needed or handled', false: 'Not needed' } },
      followUpState: { label: 'Follow-up state', words: followUpStatus.labels },
      companyId: { label: 'Company', control: CompanyPicker },
      surveyId: { label: 'Survey', control: SurveyPicker },
      dateFrom: { label: 'From', range: { label: 'Period', holds: 'localDay', to: 'dateTo', control: periodFilter } },
      dateTo: { label: 'Until', endsRange: true },
    }}
    panelActions={(record) => (
      <>
        <FollowUpLink answer={record} />
        <WriteLink answer={record} />
      </>
    )}
    headLink={(sent) => (
      <ButtonLink icon="message-square-quote" kind="bare" small href={reviewOf(sent)}>
        Review
      </ButtonLink>
    )}
    origin="Responses appear in this list when clients answer a survey."
  />
)
