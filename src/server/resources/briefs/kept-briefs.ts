import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { briefs, type KeptBrief } from '../../../contract/briefs'
import { usualChoice } from '../../../contract/core/brief-document'
import { implement } from '../../api/implement'
import { listHandler } from '../../api/list-handler'
import { equals } from '../../db/list-engine/conditions'
import { mergeChanges, updateRecord } from '../../db/repository'
import { companyJoin, companyRef, defineTable, instant, text, texts, uuid } from '../../db/table'
import { storingUsual, type Usual, usualHandler } from '../../db/usual-record'

type Kept = z.output<typeof KeptBrief>

const briefsTable = defineTable<Kept>()({
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

const { language, paper, sections } = usualChoice
const usual: Usual = {
  row: (id) => ({ company_id: id, language, paper, sections }),
  exists: (id) => sql`exists (select from companies where id = ${id})`,
}

const { render: _, renderChosen: __, ...kept } = briefs

export const keptBriefRoutes = implement(kept, {
  list: listHandler(briefs.list, briefsTable, {
    sorts: { updated_at: 't.updated_at' },
    filters: { language: equals('t.language') },
  }),
  get: usualHandler(briefsTable, 'company', usual),
  update: (context, { id, body }) =>
    updateRecord(
      { ...context, database: storingUsual(context.database, briefsTable, usual, id) },
      briefsTable,
      'company',
      id,
      (brief) => mergeChanges<Kept>(brief, body),
    ),
})
