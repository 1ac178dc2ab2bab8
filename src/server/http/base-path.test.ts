import { expect, it } from 'vitest'
import { mountAt } from './base-path'

it.each([
  ['/ops', 308],
  ['/elsewhere', 404],
])('Outside the base path, %s is answered with nosniff and a policy', async (path, status) => {
  const fetch = mountAt('/ops', async () => new Response('within'))
  const answer = await fetch(new Request(`https://quarterdeck.example${path}`), {})
  expect(answer.status).toBe(status)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
})
