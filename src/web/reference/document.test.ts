import { describe, expect, it } from 'vitest'
import { openapi } from '../../contract/openapi'
import { curlCommand } from '../lib/text/curl'
import { type Document, inWords, operationsByTag, pathWith } from './document'

const document = openapi() as unknown as Document
const operations = [...operationsByTag(document).values()].flat()
const named = (id: string) => operations.find(({ operationId }) => operationId === id)

describe('The reference', () => {
  it('has every operation of the document under a tag', () => {
    const all = Object.values(document.paths).flatMap((methods) => Object.keys(methods))
    expect(operations).toHaveLength(all.length)
    expect(operationsByTag(document).has('Other')).toBe(false)
  })

  it('says what a parameter takes', () => {
    const words = Object.fromEntries(
      (named('companyUsersList')?.parameters ?? []).map(({ name, schema }) => [name, inWords(schema)]),
    )
    expect(words).toMatchObject({
      limit: 'whole number, 1 to 50, default 25',
      sortDesc: 'true or false or null, default false',
      status: 'one of active, disabled, pending, imported',
      roleId: 'UUID',
      search: 'text, at most 255 characters',
    })
  })

  it('puts values into the address, and a placeholder for the key into cURL', () => {
    const { path = '', parameters } = named('npsSurveysAnalytics') ?? {}
    const address = pathWith(path, { id: "a/b'c", interval: 'week', companyId: '' }, parameters)
    expect(address).toBe("/api/public/v1/surveys/nps/a%2Fb'c/analytics?interval=week")
    expect(curlCommand('PUT', address, `{"name":"O'Hara"}`)).toBe(
      `curl -X PUT '/api/public/v1/surveys/nps/a%2Fb'\\''c/analytics?interval=week' \\\n  -H 'Authorization: Bearer <API_KEY>' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"name":"O'\\''Hara"}'`,
    )
  })
})
