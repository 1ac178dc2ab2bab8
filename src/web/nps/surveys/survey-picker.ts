import { npsSurveys } from '../../../contract/nps'
import { recordPicker } from '../../list/filters/record-picker'

export const SurveyPicker = recordPicker({
  get: npsSurveys.get,
  list: npsSurveys.list,
  noun: 'survey',
  by: 'title',
  name: ({ title }) => title,
})
