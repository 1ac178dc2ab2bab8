import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { browserContext, setContextProvider } from '../../lib/request-context'
import { valueCell } from './cells'

afterEach(() => setContextProvider(() => browserContext))

const cellOf = (value: unknown, holds?: string) =>
  valueCell({ column: { columnDef: { meta: { holds } } }, getValue: () => value } as never)

it.each([
  [1284, 'number', '1,284'],
  ['2026-03-01T14:05:00.000Z', 'time', '14:05'],
  ['Contoso', undefined, 'Contoso'],
  [null, 'number', 'not set'],
])('%j in a column of %s is shown as %s', (value, holds, text) => {
  setContextProvider(() => ({ locale: 'en-GB', zone: 'UTC' }))
  expect(renderToStaticMarkup(cellOf(value, holds))).toContain(text)
})

describe('a list read west of Greenwich', () => {
  const shown = (value: string, holds: string) => {
    setContextProvider(() => ({ locale: 'en-GB', zone: 'America/New_York' }))
    return renderToStaticMarkup(cellOf(value, holds))
  }

  it.each(['2026-03-01', '2026-03-01T00:00:00.000Z', '2026-03-01T03:00:00.000Z'])('has %s as its day', (value) => {
    expect(shown(value, 'day')).toMatch(/data-tip="Sunday,? 1 March 2026">1 Mar 2026</)
  })

  it.each(['2026-03-01T00:00:00.000Z', '2026-03-01T03:00:00.000Z'])('has the instant %s on its local day', (value) => {
    expect(shown(value, 'localDay')).toMatch(/data-tip="Saturday,? 28 February 2026 at .+">28 Feb 2026</)
  })
})
