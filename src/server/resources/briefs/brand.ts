import type { z } from 'zod/mini'
import { type Brand, brand } from '../../../contract/brand'
import { usualBrand } from '../../../contract/core/brief-document'
import { implement } from '../../api/implement'
import { mergeChanges, updateRecord } from '../../db/repository'
import { defineTable, instant, text, uuid } from '../../db/table'
import { storingUsual, usualHandler } from '../../db/usual-record'

const brandTable = defineTable<z.output<typeof Brand>>()({
  name: 'brand',
  fields: { id: uuid, name: text, colour: text, footer: text, logo: text, updatedAt: instant },
})

/** There is one. */
const id = '00000000-0000-4000-8000-000000000001'
const usual = { row: () => usualBrand }
const find = usualHandler(brandTable, 'brand', usual)

export const brandRoutes = implement(brand, {
  get: (context) => find(context, { id }),
  update: async (context, { body }) => {
    const logo = body.logo ? (await import('./logo')).readLogo(body.logo) : body.logo
    const database = storingUsual(context.database, brandTable, usual, id)
    return updateRecord({ ...context, database }, brandTable, 'brand', id, (current) =>
      mergeChanges(current, { ...body, logo }),
    )
  },
})
