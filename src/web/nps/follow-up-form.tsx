import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { npsResponses } from '../../contract/nps'
import { RecordEdit } from '../form/record-edit'
import { meQuery } from '../lib/api/client'
import { followUpFields, staffQuery } from './follow-up-fields'
import { recordType } from './response-record'

const response = { ...recordType, write: npsResponses.update }

/** The follow-up of a response. Its owner is a colleague, the reader first, or any other name. */
export const FollowUpForm = () => {
  const own = useQuery(meQuery).data?.data
  const staff = useQuery(staffQuery).data?.data
  const specs = useMemo(() => {
    const names = [own?.kind === 'person' && own.name, ...(staff ?? []).map(({ fullName }) => fullName)]
    const options = [...new Set(names)].flatMap((name) => (name ? { value: name, label: name } : []))
    return { ...followUpFields, followUpOwner: { ...followUpFields.followUpOwner, options: () => options } }
  }, [own, staff])
  return <RecordEdit recordType={response} specs={specs} titleOf={(name) => `Follow-up: ${name}`} />
}
