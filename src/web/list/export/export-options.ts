import * as z from 'zod/mini'
import { usePreference } from '../../lib/preferences'
import { numberFormat } from '../../lib/request-context'

const Options = z.object({
  format: z.catch(z.enum(['csv', 'xlsx']), 'csv'),
  columns: z.catch(z.enum(['shown', 'all']), 'shown'),
  dates: z.catch(z.enum(['local', 'iso']), 'local'),
  separator: z.catch(z.optional(z.enum([',', ';'])), undefined),
})

type Stored = z.output<typeof Options>
export type ExportOptions = Stored & { separator: ',' | ';' }

const numbers = numberFormat()

/** Where decimals have a comma, a comma can’t separate fields: Excel expects a semicolon there. */
const usualSeparator = () =>
  numbers()
    .formatToParts(0.5)
    .some(({ type, value }) => type === 'decimal' && value === ',')
    ? ';'
    : ','

const parse = (text: string): Stored => {
  try {
    return Options.parse(JSON.parse(text))
  } catch {
    return Options.parse({})
  }
}

/** The choices of the last export on this computer. */
export const useExportOptions = () => {
  const [stored, store] = usePreference('export', '{}')
  const chosen = parse(stored)
  const options: ExportOptions = { ...chosen, separator: chosen.separator ?? usualSeparator() }
  return [options, (change: Partial<ExportOptions>) => store(JSON.stringify({ ...chosen, ...change }))] as const
}
