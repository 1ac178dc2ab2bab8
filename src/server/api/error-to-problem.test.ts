import { expect, it } from 'vitest'
import { problemFromError } from './error-to-problem'

it('a statement that is stopped names no time, and advises narrowing a query only where there is one', () => {
  const stopped = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  const detail = (isWrite: boolean) => problemFromError(stopped, isWrite).detail
  expect(detail(false)).toBe(
    'The request took too long and was stopped. Narrow the query, or try again in a few seconds.',
  )
  expect(detail(true)).toBe(
    'The request took too long and was stopped. Nothing was changed. Try again in a few seconds.',
  )
})
