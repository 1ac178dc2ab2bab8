import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { z } from 'zod/mini'
import { additions } from '../../src/contract/core/endpoint'
import { faultOf, operationOf } from './specification'

/**
 * A server of the specification only, generated from the contract: a proxy to ours that returns 404 for additional operations
 * and 400 for additional parameters or values, and removes additional fields.
 */
export const specificationServer = async (origin: string) => {
  /** Every request that was refused. */
  const refused: string[] = []
  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://console')
    const operation = operationOf(request.method, url)
    const fault = operation && faultOf(operation, url)
    const refuse = (status: number, reason: string) => {
      refused.push(`${status} ${request.method} ${request.url}`)
      response.writeHead(status).end(reason)
    }
    if (!operation) return refuse(404, 'Not found')
    if (fault) return refuse(400, fault)
    const body = Buffer.concat(await request.toArray())
    const answer = await fetch(`${origin}${request.url}`, {
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
    refused,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}

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
