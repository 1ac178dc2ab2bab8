import { describe, expect, it } from 'vitest'
import { contract } from '../contract'
import type { Endpoint } from '../contract/core/endpoint'
import type { Database } from '../server/db/database'
import { briefDeliveryRoutes } from '../server/resources/briefs/brief-deliveries'
import { briefRoutes, noBriefs } from '../server/resources/briefs/briefs'
import { routes, tables } from '../server/resources/registry'
import { recordTypes } from '../web/palette/record-types'
import { moduleOf, pages, sections } from '../web/registry'
import type { Section } from '../web/section'

/** Settings manage keys, records show their own history, lists have views, and the rest answers about other resources. */
const withoutPages = [
  ...['apiKeys', 'auditEvents', 'views', 'filterValues', 'similarNames', 'briefs', 'briefDeliveries', 'brand', 'me'],
  ...['clientOverview', 'replacementPlan', 'responseCoverage', 'npsCounts', 'npsWords', 'goalRoadMap', 'clientSince'],
]

const resources = Object.entries<Record<string, Endpoint>>(contract).filter(([name]) => !withoutPages.includes(name))
const names = resources.map(([name]) => name).sort()

describe('The lists of resources of contract, server and web app', () => {
  it('agree', () => {
    expect(Object.keys(tables).sort()).toEqual(names)
    expect(Object.keys(sections).filter((name) => name in contract && !withoutPages.includes(name))).toHaveLength(
      names.length,
    )
    expect(Object.keys(sections)).toEqual(expect.arrayContaining(names))
  })

  it('give each operation an implementation', () => {
    const operations = Object.values<Record<string, Endpoint>>(contract).flatMap((resource) => Object.values(resource))
    const api = async () => new Response()
    const all = [...routes, ...briefRoutes(noBriefs, api), ...briefDeliveryRoutes(null, {} as Database, api)]
    expect(new Set(all.map(({ endpoint }) => endpoint))).toEqual(new Set(operations))
  })

  it.each(resources)('give %s a table, a page per record and a place in the palette', (name, { list, get }) => {
    const { path, pages }: Section = sections[name as keyof typeof sections]
    expect(Object.keys(pages)).toEqual(expect.arrayContaining([path, `${path}/:id`]))
    const recordType = recordTypes.find((other) => other.path === path)
    expect(recordType).toMatchObject({ list: { path: list?.path }, get: { path: get?.path } })
  })
})

it('Each page has one module, and each module one page', () => {
  const modules = Object.keys(import.meta.glob(['../web/*/**/*-page.tsx', '!../web/{list,record}/**']))
  expect(Object.keys(pages).map(moduleOf).sort()).toEqual(modules.map((path) => path.replace('..', 'src')).sort())
})
