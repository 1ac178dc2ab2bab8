import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { z } from 'zod/mini'
import { basePath } from '../src/contract/core/base-path'
import { additions, type Endpoint } from '../src/contract/core/endpoint'
import { contract } from '../src/contract/index'

/**
 * A server that offers the specification and nothing else, made from the contract itself: in front of ours, it answers 404 to
 * every operation that is an addition, drops filters that are, and leaves fields out that are.
 */
export const specificationServer = async (origin: string) => {
  const operations = Object.values(contract)
    .flatMap((resource) => Object.values<Endpoint>(resource))
    .filter(({ addition }) => !addition)
  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url ?? '', origin)
    const operation = operations.find(
      ({ method, path }) => method === request.method && patternOf(path).test(url.pathname),
    )
    if (!operation) return response.writeHead(404).end('Not found')
    for (const key of [...url.searchParams.keys()]) {
      const filter = operation.query?.shape[key]
      if (!filter || additions.has(filter as z.ZodMiniType)) url.searchParams.delete(key)
    }
    const body = Buffer.concat(await request.toArray())
    const answer = await fetch(url, {
      method: operation.method,
      headers: {
        authorization: request.headers.authorization ?? '',
        ...(body.length > 0 && { 'content-type': 'application/json' }),
      },
      ...(body.length > 0 && { body }),
    })
    const json = await answer.json()
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.ok ? plain(operation.response, json) : json))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}

/** "users" is no id, though it stands where one could. */
const patternOf = (path: string) =>
  new RegExp(`^${basePath}${path.replace(/:\w+/, path.startsWith('/companies/:') ? '(?!users$)[^/]+' : '[^/]+')}$`)

type Def = {
  type: string
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  getter?: () => z.core.$ZodType
}

/** The same answer without the fields that the specification does not have. */
const plain = (schema: z.core.$ZodType | undefined, value: unknown): unknown => {
  const def = schema?._zod.def as Def | undefined
  if (value === null || def === undefined) return value
  if (def.type === 'nullable' || def.type === 'optional') return plain(def.innerType, value)
  if (def.type === 'array') return (value as unknown[]).map((item) => plain(def.element, item))
  if (def.type !== 'object') return value
  return Object.fromEntries(
    Object.entries(def.shape ?? {})
      .filter(([, field]) => !additions.has(field as z.ZodMiniType))
      .map(([key, field]) => [key, plain(field, (value as Record<string, unknown>)[key])]),
  )
}
