import { useQuery } from '@tanstack/react-query'

export type Company = {
  id: string
  name: string
  domain: string | null
  status: string
  employeeCount: number | null
  industry: string | null
  website: string | null
  createdAt: string
  updatedAt: string
}

export type Companies = { data: Company[]; pagination: { totalCount: number } }

export const ask = async <T>(path: string, init?: RequestInit): Promise<T> => {
  const response = await fetch(`/api/public/v1${path}`, init)
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  return response.json()
}

export const useCompany = (id: string) =>
  useQuery({ queryKey: ['companies', id], queryFn: () => ask<{ data: Company }>(`/companies/${id}`) })
