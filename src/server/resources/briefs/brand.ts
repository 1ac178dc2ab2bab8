import type { z } from 'zod/mini'
import { type Brand, brand } from '../../../contract/brand'
import { defaultBrand } from '../../../contract/core/brief-document'
import { implement } from '../../api/implement'
import { getOrDefaultHandler, storeDefaultFirst } from '../../db/default-record'
import { mergeChanges, updateRecord } from '../../db/repository'
import { defineTable, instant, text, uuid } from '../../db/table'

const brandTable = defineTable<z.output<typeof Brand>>()({
  name: 'brand',
  fields: { id: uuid, name: text, colour: text, footer: text, logo: text, updatedAt: instant },
})

/** There is one. */
const id = '00000000-0000-4000-8000-000000000001'
const defaults = { row: () => defaultBrand }
const find = getOrDefaultHandler(brandTable, 'brand', defaults)

export const brandRoutes = implement(brand, {
  get: (context) => find(context, { id }),
  update: async (context, { body }) => {
    const logo = body.logo ? (await import('./logo')).readLogo(body.logo) : body.logo
    const database = storeDefaultFirst(context.database, brandTable, defaults, id)
    return updateRecord({ ...context, database }, brandTable, 'brand', id, (current) =>
      mergeChanges(current, { ...body, logo }),
    )
  },
})
