import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { setTransport } from '../lib/api/client'
import { forgetMissing } from '../lib/api/missing-operations'
import { withBase } from '../lib/base-path'
import { hasAdditions } from './read-parts'

beforeEach(forgetMissing)
afterAll(() => {
  setTransport((path, init) => fetch(withBase(path), init))
  forgetMissing()
})

const asked = (me: Response) => {
  setTransport(async () => me)
  return hasAdditions(new QueryClient())
}

it.each([
  ['nothing', new Response('Not found', { status: 404 })],
  ['a refusal', new Response('Forbidden', { status: 403 })],
  ['its start page', new Response('<!doctype html><title>Portal</title>')],
])('a server that has %s at /me has no additions', async (_, answer) => {
  expect(await asked(answer)).toBe(false)
})

it('a server with /me has them, and one that fails may have them', async () => {
  expect(await asked(Response.json({ data: { scopes: [] } }))).toBe(true)
  await expect(asked(new Response('', { status: 503 }))).rejects.toMatchObject({ status: 503 })
})
