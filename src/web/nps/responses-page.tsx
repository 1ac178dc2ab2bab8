import type { npsResponses } from '../../contract/nps'
import { CompanyPicker } from '../kit/company-picker'
import { Missing, Text } from '../kit/format'
import { dateTime } from '../kit/list/cells'
import { columnsOf } from '../kit/list/columns'
import { DateFilter } from '../kit/list/date-filter'
import { ListPage, type RowOf } from '../kit/list/list-page'
import { ScoreMark } from '../kit/nps/score-mark'
import { categoryTabs, categoryWord, followUpLook, respondentOf } from '../kit/nps/words'
import { WriteLink } from '../kit/nps/write-link'
import { NameLink, RecordLink } from '../kit/record/record-link'
import { Icon } from '../kit/ui/icon'
import { FollowUp, response } from './response'
import { SurveyLink } from './survey-link'
import { SurveyPicker } from './survey-picker'
import { surveyTitles } from './survey-titles'
import { reviewOf } from './use-review'

type Response = RowOf<typeof npsResponses.list>

const column = columnsOf<Response>()

const columns = column.columns([
  column.accessor((row) => respondentOf(row), {
    id: 'respondentName',
    header: 'Who',
    meta: { width: 10.5 },
    cell: ({ row }) => <NameLink view={response} record={row.original} />,
  }),
  column.accessor('score', {
    header: 'Score',
    meta: { width: 5.5, holds: 'number', card: 'line' },
    cell: ({ row }) => <ScoreMark answer={row.original} />,
  }),
  column.accessor((row) => categoryWord(row), {
    id: 'category',
    header: 'Category',
    meta: { width: 6 },
    cell: ({ getValue }) => <Text value={getValue()} />,
  }),
  column.accessor('companyName', {
    header: 'Company',
    meta: { width: 12, card: 'line' },
    cell: ({ row: { original } }) => <RecordLink to="/companies" id={original.companyId} name={original.companyName} />,
  }),
  column.accessor('surveyId', {
    header: 'Survey',
    meta: { width: 9, names: surveyTitles, beside: [column.accessor('surveyId', { header: 'Survey ID' })] },
    cell: ({ getValue }) => <SurveyLink id={getValue()} />,
  }),
  column.accessor('feedbackText', {
    header: 'Feedback',
    meta: { width: 12, card: 'whole' },
    cell: ({ getValue }) => {
      const words = getValue()?.trim()
      return words ? <span title={words}>{words}</span> : <Missing />
    },
  }),
  column.accessor((row) => followUpLook(row)?.word, {
    id: 'followUp',
    header: 'Follow-up',
    meta: { width: 6, card: 'line' },
    cell: ({ row }) => <FollowUp answer={row.original} />,
  }),
  column.accessor('responseDate', {
    header: 'Date',
    meta: { holds: 'time', card: 'end' },
    cell: dateTime,
  }),
])

export const ResponsesPage = () => (
  <ListPage
    view={response}
    columns={columns}
    filters={{
      search: { label: 'Name, mail or feedback' },
      category: { label: 'Category', words: categoryTabs, tabs: true },
      followUpRequired: { label: 'Follow-up', words: { true: 'Needed or done', false: 'None' } },
      companyId: { label: 'Company', control: CompanyPicker },
      surveyId: { label: 'Survey', control: SurveyPicker },
      dateFrom: { label: 'From', control: DateFilter },
      dateTo: { label: 'Until', control: DateFilter },
    }}
    panelActions={(record) => <WriteLink answer={record} />}
    also={(sent) => (
      <a className="button" data-kind="bare" data-size="small" href={reviewOf(sent)}>
        <Icon name="message-square-quote" />
        Review
      </a>
    )}
    origin="They are given when a client answers a survey. As soon as the first is, it appears here."
  />
)
