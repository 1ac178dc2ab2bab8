import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { closedEarly } from '../api/middleware'

/**
 * Passes on the body of an answer that is still arriving from another server. One that breaks off is logged, and the connection
 * is closed, so that no client takes a part of it for the whole.
 */
export const passOn =
  (log: Logger): MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> =>
  async (c, next) => {
    await next()
    const { res } = c
    if (!res.body) return
    const { method, path, raw } = c.req
    const requestId = res.headers.get('x-request-id') ?? raw.headers.get('x-request-id')
    const reader = res.body.getReader()
    const onBroken = (error: unknown) => {
      const facts = { method, path, status: res.status, requestId }
      if (raw.signal.aborted) log.info({ ...facts, outcome: closedEarly }, 'answer not sent')
      else log.warn({ ...facts, outcome: 'the other server’s answer broke off', err: error }, 'answer not sent')
    }
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          onBroken(error)
          // Without an error, which the server below would print.
          if (!c.env.outgoing) return controller.error(error)
          c.env.outgoing.destroy()
          controller.close()
        }
      },
      cancel: (reason) => reader.cancel(reason),
    })
    c.res = new Response(body, res)
  }
