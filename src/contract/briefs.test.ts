import { expect, it } from 'vitest'
import { briefFileName } from './briefs'

it('The file name of a brief has no space before its ending, wherever a long name is cut', () => {
  const client = `${'x'.repeat(135)} & Sons`
  expect(briefFileName({ title: 'Client brief', client }, 'pdf')).toBe(`Client brief, ${'x'.repeat(135)}.pdf`)
})
