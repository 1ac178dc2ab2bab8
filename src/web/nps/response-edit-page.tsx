import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { npsResponses } from '../../contract/nps'
import { users } from '../../contract/users'
import { followUpFields, responseBasics } from '../domain/records/response'
import { RecordEdit } from '../form/record-edit'
import { meQuery, query } from '../lib/api/client'

const response = { ...responseBasics, get: npsResponses.get, write: npsResponses.update }

const staffQuery = query(users.list, { query: { status: 'active', limit: '100' } })

/** The follow-up of a response. Its owner is a colleague, the user first, or any other name. */
export const Component = () => {
  const own = useQuery(meQuery).data?.data
  const staff = useQuery(staffQuery).data?.data
  const specs = useMemo(() => {
    const names = [own?.kind === 'person' && own.name, ...(staff ?? []).map(({ fullName }) => fullName)]
    const options = [...new Set(names)].flatMap((name) => (name ? { value: name, label: name } : []))
    return { ...followUpFields, followUpOwner: { ...followUpFields.followUpOwner, options: () => options } }
  }, [own, staff])
  return <RecordEdit recordType={response} specs={specs} titleOf={(name) => `Follow-up: ${name}`} />
}
