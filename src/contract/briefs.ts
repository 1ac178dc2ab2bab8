import * as z from 'zod/mini'
import { briefLanguages, papers, sectionNames } from './core/brief-document'
import {
  byUuid,
  day,
  documented,
  endpoint,
  instant,
  list,
  object,
  one,
  oneOf,
  orderBy,
  Ref,
  read,
  text,
  uuid,
} from './core/endpoint'
import { timeZone } from './core/time-zone'
import { firstSince } from './figures/client-since'

/** What a brief can be made as, the first unless a request accepts another alone. */
export const briefTypes = {
  pdf: 'application/pdf',
  word: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const
export type BriefKind = keyof typeof briefTypes

/** The header that names what a brief leaves out. */
export const leftOutHeader = 'x-brief-left-out'

const language = oneOf(briefLanguages)
const paper = oneOf(papers)
/** Of the days in a brief; UTC where none is given. */
const zone = z.optional(timeZone)
const words = (max: number) => z.nullable(text({ max }))

const scenario = z.nullable(
  text({ max: 4000 }).check(
    z.refine(
      (address: string) => address === '' || budgetIn(address) !== null,
      'must be the address of a what-if scenario, copied from a budget',
    ),
  ),
)

/** The budget that an address of a scenario is about, and the scenario. */
export const budgetIn = (address: string) => {
  const found = /\/budgets\/([0-9a-f-]{36})(?:\/edit)?(?:\?([^#]*))?(?:#.*)?$/i.exec(address.trim())
  return found?.[1] ? { id: found[1].toLowerCase(), search: found[2] ?? '' } : null
}

const sections = z.array(oneOf(sectionNames), { error: 'must be a list of sections' }).check(
  z.minLength(1, { error: 'must name at least one section' }),
  z.refine((names) => new Set(names).size === names.length, 'must name each section once'),
)
documented.add(sections, { minItems: 1, uniqueItems: true })

/** Time zones are up to 14 hours ahead of UTC. */
const furthestAhead = 14 * 60 * 60 * 1000

const pastDay = day.check(
  z.refine(
    (text: string) => text >= firstSince && text < new Date(Date.now() + furthestAhead).toISOString().slice(0, 10),
    `must be a day in the past, ${firstSince} or later`,
  ),
)

const choice = () => ({
  language,
  paper,
  sections,
  firstSentence: words(500),
  secondSentence: words(500),
  thirdSentence: words(500),
  firstQuotation: words(255),
  secondQuotation: words(255),
  scenario,
  proposal: words(4000),
  changesSince: z.nullable(day),
})

/** What is kept for a client's brief, under the id of the company. Null where nothing has been chosen. */
export const BriefSettings = object(() => ({
  id: uuid,
  company: z.nullable(Ref),
  ...choice(),
  updatedAt: z.nullable(instant),
}))

const chosen = () => {
  // What is kept may have been chosen before days were checked.
  const fields = { ...choice(), changesSince: z.nullable(pastDay) }
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, z.optional(field)])) as {
    [K in keyof typeof fields]: z.ZodMiniOptional<(typeof fields)[K]>
  }
}

export const briefs = {
  list: list({
    path: '/briefs',
    summary: 'List what is kept for client briefs',
    scope: 'briefs:read',
    addition: true,
    item: BriefSettings,
    limit: [25, 100],
    sort: orderBy(['updated_at'], 'updated_at', 'desc'),
    filters: () => ({ language: z.optional(language) }),
  }),
  get: read({
    path: '/briefs/:id',
    summary: 'Read what is kept for the brief of a company',
    scope: 'briefs:read',
    item: BriefSettings,
    addition: true,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/briefs/:id',
    summary: 'Keep what the brief of a company is made of',
    scope: 'briefs:write',
    readScope: 'briefs:read',
    addition: true,
    params: byUuid,
    body: object(chosen),
    response: one(BriefSettings),
  }),
  render: endpoint({
    method: 'GET',
    path: '/companies/:id/brief',
    summary: 'Make a client brief as PDF or Word',
    scope: 'briefs:read',
    addition: true,
    params: byUuid,
    query: object(() => ({ language: z.optional(language), paper: z.optional(paper), zone })),
    response: z.never(),
    files: Object.values(briefTypes),
  }),
  renderChosen: endpoint({
    method: 'POST',
    path: '/companies/:id/brief',
    summary: 'Make a client brief of other choices than those kept',
    scope: 'briefs:read',
    addition: true,
    params: byUuid,
    body: object(() => ({ ...chosen(), zone })),
    response: z.never(),
    files: Object.values(briefTypes),
  }),
}

/** The name of a brief as a file; a slash would end it. */
export const briefFileName = ({ title, client }: { title: string; client: string }, kind: BriefKind) =>
  `${[title, client]
    .filter(Boolean)
    .join(', ')
    .replaceAll(/[\\/:]/g, ' ')
    .toWellFormed()
    .slice(0, 150)
    .trim()
    .toWellFormed()}.${endings[kind]}`

export const endings: Record<BriefKind, string> = { pdf: 'pdf', word: 'docx' }
