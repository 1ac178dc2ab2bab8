import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { setTransport } from '../lib/api/client'
import { dayFrom } from '../ui/format/day'
import { devicesInUseQuery } from './devices-in-use'

type Row = { id: string; status: string; warrantyEnd: string }

/** Answers for these devices, sorted by the end of their warranty; returns the requests. */
const serve = (rows: Row[]) => {
  const asked: URLSearchParams[] = []
  setTransport(async (address) => {
    const query = new URL(address, 'http://console').searchParams
    if (!address.includes('/devices')) return Response.json({ data: { scopes: [] } })
    asked.push(query)
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit'))]
    const found = rows.filter(
      ({ status, warrantyEnd }) =>
        (!query.has('status') || status === query.get('status')) &&
        warrantyEnd >= (query.get('warrantyAfter') ?? '') &&
        warrantyEnd <= (query.get('warrantyBefore') ?? '9999'),
    )
    const pagination = { page, limit, totalCount: found.length, totalPages: Math.ceil(found.length / limit) }
    return Response.json({ data: found.slice((page - 1) * limit, page * limit), pagination })
  })
  return asked
}

const devices = (count: number, status: string, day: string) =>
  Array.from({ length: count }, (_, at) => ({
    id: `${status} ${day} ${at}`,
    status,
    warrantyEnd: `${day}T12:00:00.000Z`,
  }))

const read = () => new QueryClient().fetchQuery(devicesInUseQuery('5cbf8e2e-5a3b-4e0b-9a33-0c1e5a2f9b11'))

it('counts a client of one page in one request', async () => {
  const asked = serve([
    ...devices(2, 'Retired', dayFrom(-5)),
    ...devices(3, 'Online', dayFrom(-4)),
    ...devices(1, 'Retired', dayFrom(20)),
    ...devices(4, 'Online', dayFrom(200)),
  ])
  expect(await read()).toMatchObject({
    inUse: 7,
    pagination: { totalCount: 10 },
    ending: [
      { count: 3, retired: 2 },
      { count: 0, retired: 1 },
      { count: 0, retired: 0 },
    ],
  })
  expect(asked).toHaveLength(1)
})

it('has the server add up a thousand ended warranties', async () => {
  const asked = serve([
    ...devices(200, 'Retired', dayFrom(-5)),
    ...devices(800, 'Online', dayFrom(-4)),
    ...devices(7, 'Online', dayFrom(29)),
    ...devices(1, 'Retired', dayFrom(30)),
  ])
  const { data, ...figures } = await read()
  expect(data).toHaveLength(6)
  expect(figures).toMatchObject({
    inUse: 807,
    ending: [
      { count: 800, retired: 200 },
      { count: 7, retired: 0 },
      { count: 0, retired: 1 },
    ],
  })
  expect(asked.filter((query) => query.has('page'))).toHaveLength(3)
  expect(asked).toHaveLength(10)
})
