import { describe, expect, it } from 'vitest'
import type { ZodMiniObject } from 'zod/mini'
import type { Endpoint, ListEndpoint } from './core/endpoint'
import { contract } from './index'
import { openapi } from './openapi'

const document = openapi()
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({ path, method, ...operation })),
)

type Response = { $ref?: string; headers?: Record<string, unknown>; content?: object }
type Schema = { type?: string | string[]; pattern?: string; description?: string; minItems?: number }
type Operation = {
  operationId: string
  description: string
  parameters: { name: string; description: string; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: { properties: Record<string, Schema> } } } }
  responses: Record<string, Response>
}

const bodyOf = (method: string, path: string): { [field: string]: Schema | undefined } =>
  operations.find((one) => one.method === method && one.path.endsWith(`/v1${path}`))?.requestBody?.content[
    'application/json'
  ].schema.properties ?? {}

const headersOf = ({ $ref, headers = {} }: Response) => {
  const named = document.components.responses[$ref?.split('/').at(-1) ?? '']
  return Object.keys(named ? named.headers : headers)
}

describe('The OpenAPI document', () => {
  it('names every operation uniquely, with letters only', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(ids.filter((id) => !/^[a-z][A-Za-z]*$/.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toContain('companyUsersList')
  })

  it('declares the headers of responses', () => {
    for (const { responses } of operations)
      for (const [status, response] of Object.entries(responses)) {
        const headers = headersOf(response)
        expect(headers).toContain('X-Request-Id')
        const isFile = !response.$ref && response.content && !('application/json' in response.content)
        expect(headers.includes('ETag')).toBe(['200', '304', '412'].includes(status) && !isFile)
        expect(headers.includes('Retry-After')).toBe(['429', '503', '507'].includes(status))
        expect(headers.includes('X-RateLimit-Remaining')).toBe(status !== '401')
      }
    expect(Object.keys(document.components.headers)).toEqual(
      expect.arrayContaining(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'WWW-Authenticate']),
    )
  })

  it('says that a website is a URI where it is written; one that is read may have letters that no URI has', () => {
    const { Company } = document.components.schemas as Record<string, { properties?: Record<string, unknown> }>
    expect(Company?.properties?.website).toEqual({ type: ['string', 'null'] })
    expect(bodyOf('put', '/companies/{id}').website).toMatchObject({ format: 'uri', pattern: expect.any(String) })
  })

  it('takes no more than the server does', () => {
    const { pattern = '' } = bodyOf('put', '/companies/{id}').website ?? {}
    const addresses = ['https://a.example/', 'HTTP://a.example', 'urn:isbn:1', 'ftp://a.example', 'a.example']
    expect(addresses.map((address) => new RegExp(pattern).test(address))).toEqual([true, true, false, false, false])
    const lists = operations.flatMap(({ parameters }) => parameters.filter(({ schema }) => schema.type === 'array'))
    expect(lists.length).toBeGreaterThan(2)
    expect(lists.filter(({ schema }) => !schema.minItems)).toEqual([])
    for (const [method, path, field] of [
      ['patch', '/budgets/{id}', 'currency'],
      ['post', '/brief-schedules', 'zone'],
      ['patch', '/briefs/{id}', 'changesSince'],
      ['patch', '/brand', 'logo'],
    ] as const)
      expect([field, bodyOf(method, path)[field]?.description]).toEqual([field, expect.any(String)])
  })

  it('lets a flag of a query be null, as the specification does', () => {
    const flags = operations.flatMap(({ parameters }) => parameters).filter(({ name }) => name === 'sortDesc')
    expect(flags.length).toBeGreaterThan(5)
    for (const { schema } of flags) expect(schema.type).toEqual(['boolean', 'null'])
  })

  it('explains each path that another one also matches', () => {
    const described = Object.fromEntries(
      operations.map(({ path, method, description }) => [`${method} ${path}`, description]),
    )
    expect(described['put /api/public/v1/companies/{id}']).toContain(
      'The path /api/public/v1/companies/users is another operation; users is never read as an id.',
    )
    expect(described['get /api/public/v1/surveys/nps/{id}']).toContain('responses is never read as an id')
    expect(described['get /api/public/v1/surveys/nps/{id}/analytics']).toContain(
      'The path /api/public/v1/surveys/nps/responses/analytics is another operation',
    )
    expect(described['get /api/public/v1/goals/{id}']).not.toContain('is never read as an id')
  })

  it('says what each parameter means unless it is a field', () => {
    const endpoints = Object.values(contract).flatMap((operations) => Object.values<Endpoint>(operations))
    const lists = endpoints.filter((one): one is ListEndpoint => one.sort !== undefined)
    const fields = new Set(
      lists.flatMap(({ response }) => Object.keys((response.shape.data._zod.def.element as ZodMiniObject).shape)),
    )
    const unexplained = operations.flatMap(({ path, parameters }) =>
      parameters
        .filter(
          ({ name, description }) =>
            description === `Only records with this ${name}.` &&
            !fields.has(name) &&
            !fields.has(name.replace(/Id$/, '')),
        )
        .map(({ name }) => `${path} ${name}`),
    )
    expect(unexplained).toEqual([])
  })

  it('names no contact that is not ours', () => {
    expect(document.info).not.toHaveProperty('contact')
  })

  it('offers If-Match and declares 409 where the server has them', () => {
    const of = (path: string, method: string) => {
      const found = operations.find((one) => one.method === method && one.path.endsWith(`/v1${path}`))
      return [found?.parameters.some(({ name }) => name === 'If-Match'), '409' in (found?.responses ?? {})]
    }
    expect(of('/companies/{id}/brief/send', 'post')).toEqual([false, true])
    expect(of('/api-keys/{id}/rotate', 'post')).toEqual([false, true])
    for (const action of ['approve', 'discard', 'send'])
      expect(of(`/brief-schedules/{id}/${action}`, 'post')).toEqual([true, true])
    expect(of('/brief-schedules/{id}', 'patch')).toEqual([true, true])
    expect(of('/briefs/{id}', 'patch')).toEqual([true, false])
  })
})
