import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { clientAddress } from './client-address'

const app = new Hono().get('/', (c) => c.text(clientAddress(c)))

it.each([
  ['127.0.0.1', null, '127.0.0.1'],
  ['127.0.0.1', '192.0.2.7', '192.0.2.7'],
  ['127.0.0.1', '203.0.113.9, 192.0.2.7', '192.0.2.7'],
  ['127.0.0.1', '192.0.2.7,', '127.0.0.1'],
  ['127.8.0.1', '192.0.2.7', '192.0.2.7'],
  ['::ffff:127.0.0.1', '192.0.2.7', '192.0.2.7'],
  ['::1', '203.0.113.9,2001:db8::7', '2001:db8::7'],
  ['192.0.2.1', '127.0.0.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.7', '::ffff:192.0.2.1'],
  ['2001:db8::1', '192.0.2.7', '2001:db8::1'],
  ['10.127.0.1', '192.0.2.7', '10.127.0.1'],
])('takes %s with X-Forwarded-For %j for the client %s', async (remoteAddress, forwarded, address) => {
  const headers: Record<string, string> = forwarded === null ? {} : { 'x-forwarded-for': forwarded }
  const response = await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } })
  expect(await response.text()).toBe(address)
})
