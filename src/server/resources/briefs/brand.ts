import type { z } from 'zod/mini'
import { type Brand, brand } from '../../../contract/brand'
import { defaultBrand } from '../../../contract/core/brief-document'
import { implement } from '../../api/implement'
import { getOrDefaultHandler, updateOrDefault } from '../../db/default-record'
import { mergeChanges } from '../../db/repository'
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
    return updateOrDefault(context, brandTable, 'brand', defaults, id, (current) =>
      mergeChanges(current, { ...body, logo }),
    )
  },
})
