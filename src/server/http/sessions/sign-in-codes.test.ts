import { expect, it } from 'vitest'
import { createSignInCodes } from './sign-in-codes'

it('accepts a code once, and only within ten minutes', () => {
  let now = 0
  const codes = createSignInCodes(() => now)
  const [first, second, third] = [codes.issue(), codes.issue(), codes.issue()]
  expect(new Set([first, second, third]).size).toBe(3)
  expect(codes.redeem(first)).toBe(true)
  expect(codes.redeem(first)).toBe(false)
  expect(codes.redeem('guessed')).toBe(false)
  now = 10 * 60_000 - 1
  expect(codes.redeem(second)).toBe(true)
  now = 10 * 60_000
  expect(codes.redeem(third)).toBe(false)
})
