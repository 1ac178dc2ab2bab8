import { useQueries, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import * as z from 'zod/mini'
import { companies } from '../../../contract/companies'
import { one } from '../../../contract/core/endpoint'
import { companyUsers } from '../../../contract/users'
import { call, type QueryContext } from '../../lib/api/client'
import { serverNow } from '../../lib/api/server-clock'
import { useSearchChange } from '../../list/query/use-search-change'
import type { ReadById } from '../../record/record-type'
import type { RuleLike } from '../rule-like'
import { companiesOf, type Group, type Part } from '../rule-parts'
import { evaluate, type Result } from './evaluate'
import { every, type Truth } from './kleene'
import { type AsItStands, finder, type Known, sourceOf } from './trial-sources'

const free = one(z.record(z.string(), z.unknown()))

/** Loads the raw record, cached separately from the record pages. */
const asItStands = (endpoint: ReadById, id: string) => ({
  queryKey: ['as it stands', endpoint.path, id],
  queryFn: async (context: QueryContext) =>
    (await call({ ...endpoint, response: free }, { id } as never, context)).data as AsItStands,
  retry: false,
})

const relatedKinds: Record<string, ReadById> = { company: companies.get, user: companyUsers.get }

export type Trial = {
  name: string
  /** Whether the rule would run, by company and conditions. */
  truth: Truth
  results: Map<Part, Result>
  /** Whether the record’s company is covered, if the rule is limited to some. */
  scope: Result | null
}

/** In the URL in place of an ID while the record is still to be chosen. */
const unchosen = 'choose'

/** Tests a rule on one record, whose ID is in the URL (`?try=`), empty while it is to be chosen. Only sends GET requests. */
export const useTrial = (rule: RuleLike, root: Group | null) => {
  const [search] = useSearchParams()
  const change = useSearchChange({ replace: true })
  const given = search.get('try')
  const id = given === unchosen ? '' : given
  const choose = (next: string | null) => change({ try: next === '' ? unchosen : (next ?? undefined) })
  const entity = rule.entityType ?? ''
  const source = sourceOf(entity)
  const read = useQuery({ ...asItStands(source?.get ?? companies.get, id ?? ''), enabled: Boolean(source && id) })
  const record = read.data
  const related = Object.entries((record && source?.related(record)) ?? {}).flatMap(([kind, relatedId]) => {
    const endpoint = relatedKinds[kind]
    return endpoint && relatedId ? [{ kind, endpoint, relatedId }] : []
  })
  const others = useQueries({ queries: related.map(({ endpoint, relatedId }) => asItStands(endpoint, relatedId)) })
  const isWaiting = others.some(({ isPending }) => isPending)
  const known = () =>
    Object.fromEntries(
      related.map(({ kind }, place): [string, Known[string]] => {
        const { data, error } = others[place] ?? {}
        const why = error?.message.replace(/\.$/, '') ?? 'no response'
        return [kind, data ? { record: data } : { unread: `its ${kind} couldn’t be loaded: ${why}` }]
      }),
    )

  const tried = (record: AsItStands, name: unknown, company: string | null): Trial => {
    const find = finder(entity, { ...known(), [entity]: { record } })
    const results = root ? evaluate(root, find, serverNow().getTime()) : new Map<Part, Result>()
    const scope = scopeOf(rule, company)
    const conditions = root ? (results.get(root)?.truth ?? null) : null
    return { name: String(name || id), truth: every([conditions, scope?.truth ?? true]), results, scope }
  }
  const trial =
    record && source && !isWaiting
      ? tried(record, source.name(record), entity === 'company' ? id : (source.related(record).company ?? null))
      : null
  return { id, choose, source, trial, isLoading: Boolean(id) && !trial && !read.error, error: read.error }
}

export const scopeOf = (rule: RuleLike, company: string | null): Result | null => {
  const companies = companiesOf(rule)
  if (companies?.length === 0) return null
  if (!companies) return { truth: null, why: 'the server doesn’t say which companies the rule applies to' }
  if (company === null) return { truth: null, why: 'the API response doesn’t say which company it belongs to' }
  const found = companies.find(({ id }) => id === company)
  return found
    ? { truth: true, why: found.name ? `it belongs to ${found.name}` : 'its company is covered by the rule' }
    : { truth: false, why: 'its company isn’t covered by the rule' }
}
