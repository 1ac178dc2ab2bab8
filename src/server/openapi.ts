import type { Context } from 'hono'
import { Rule } from '../contract/automation'
import { openapi } from '../contract/openapi'
import { etagOf, matchesEtag } from './api/conditional-requests'
import { sample } from './demo/sample'
import type { Records } from './resources/registry'

const oldest = new Date('2026-11-23T09:00:00.000Z')

/** The OpenAPI document as text. Examples come from the sample MSP, never from this server's data. */
const openapiDocument = (base: string) => {
  const text = JSON.stringify(openapi(examples(), base || '/'))
  return { text, etag: etagOf(text) }
}

/** Needs no key: it is the same on every server but for its address, and tools read it first. */
export const serveDocument = (base: string) => {
  let made: ReturnType<typeof openapiDocument> | undefined
  return (c: Context) => {
    made ??= openapiDocument(base)
    const { text, etag } = made
    if (matchesEtag(c.req.header('if-none-match') ?? '', etag)) return c.body(null, 304, { etag })
    return c.body(text, 200, { 'content-type': 'application/json', etag })
  }
}

const examples = () => {
  const found: Partial<{ [K in keyof Records]: Records[K] }> = {}
  for (const { resource, records } of sample({ scale: 0.02, now: oldest }))
    if (!(resource in found)) Object.assign(found, { [resource]: records.find(hasFewNulls) ?? records[0] })
  const { automation: rule, ...others } = found
  const shown = Object.entries(others).map(([resource, record]) => [resource, { record, listed: record }] as const)
  return { ...Object.fromEntries(shown), automation: { record: rule, listed: rule && listForm(rule) } }
}

/** Prefers examples with few empty fields. */
const hasFewNulls = (record: object) => Object.values(record).filter((value) => value === null).length <= 1

const listForm = (rule: Records['automation']) => Rule.parse({ ...rule, actionsCount: rule.actions.length })
