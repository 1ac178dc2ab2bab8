import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Response } from '../domain/nps/queries'
import { Summary } from './summary'

const nothing = { waiting: [], isQueueWhole: true, budgets: 0, schedules: 0, isRead: true, isWhole: true }
const textOf = (props: Partial<Parameters<typeof Summary>[0]>) =>
  renderToStaticMarkup(<Summary {...nothing} endings={{ count: 0, whole: true }} {...props} />).replace(/<[^>]*>/g, '')

it('says that nothing needs attention only where everything is known', () => {
  expect(textOf({})).toBe('Nothing needs attention.')
  expect(textOf({ endings: { count: 0, whole: false } })).toBe(
    'more items than could be loaded may be due within 7 days.',
  )
  expect(textOf({ waiting: [{ id: 'a' }, { id: 'b' }] as Response[] })).toBe('two responses are waiting for a reply.')
  expect(textOf({ endings: { count: 2, whole: false } })).toBe('two items or more are due within 7 days.')
})
