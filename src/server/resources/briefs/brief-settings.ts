import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { type BriefSettings, briefs } from '../../../contract/briefs'
import { defaultChoice } from '../../../contract/core/brief-document'
import { implement } from '../../api/implement'
import { listHandler } from '../../api/list-handler'
import { type Defaults, getOrDefaultHandler, updateOrDefault } from '../../db/default-record'
import { equals } from '../../db/list-engine/conditions'
import { mergeChanges } from '../../db/repository'
import { companyJoin, companyRef, defineTable, instant, text, texts, uuid } from '../../db/table'

type Settings = z.output<typeof BriefSettings>

const briefsTable = defineTable<Settings>()({
  name: 'briefs',
  join: companyJoin,
  fields: {
    id: uuid,
    company: companyRef,
    language: text,
    paper: text,
    sections: texts,
    firstSentence: text,
    secondSentence: text,
    thirdSentence: text,
    firstQuotation: text,
    secondQuotation: text,
    scenario: text,
    proposal: text,
    changesSince: text,
    updatedAt: instant,
  },
})

const { language, paper, sections } = defaultChoice
const defaults: Defaults = {
  row: (id) => ({ company_id: id, language, paper, sections }),
  exists: (id) => sql`exists (select from companies where id = ${id})`,
}

const { render: _, renderChosen: __, ...operations } = briefs

export const briefSettingsRoutes = implement(operations, {
  list: listHandler(briefs.list, briefsTable, {
    sorts: { updated_at: 't.updated_at' },
    filters: { language: equals('t.language') },
  }),
  get: getOrDefaultHandler(briefsTable, 'company', defaults),
  update: (context, { id, body }) =>
    updateOrDefault(context, briefsTable, 'company', defaults, id, (brief) => mergeChanges<Settings>(brief, body)),
})
