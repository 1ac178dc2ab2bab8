import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { ask, useCompany } from './api'

const fields = ['name', 'domain', 'status', 'industry', 'website'] as const

export const CompanyForm = () => {
  const { id = '' } = useParams()
  const { data, error } = useCompany(id)
  const client = useQueryClient()
  const navigate = useNavigate()
  const save = useMutation({
    mutationFn: (body: object) =>
      ask(`/companies/${id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['companies'] })
      navigate(`/companies/${id}`)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(Object.fromEntries(new FormData(event.currentTarget)))
  }
  if (error) return <p>{error.message}</p>
  if (!data) return <p>Loading ...</p>
  return (
    <form onSubmit={submit}>
      <h1>Edit {data.data.name}</h1>
      {fields.map((field) => (
        <label key={field}>
          {field} <input name={field} defaultValue={data.data[field] ?? ''} />
        </label>
      ))}
      <button type="submit">Save</button>
      {save.isError && <p>{save.error.message}</p>}
    </form>
  )
}
