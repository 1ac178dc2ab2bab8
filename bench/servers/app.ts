import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { createWebApp } from '../../src/server/ssr/web-app'

/* The files of an app, answered with by what answers with the product's own, and as it is in a process of their own. */

const files = await createWebApp(process.env.FOLDER ?? '', {
  load: () => Promise.reject(new Error('Its pages are rendered by their scripts alone.')),
  failed: () => null,
})
const visitor = { cookies: {}, origin: '', signedIn: true, fetch: null }
const server = createAdaptorServer({
  fetch: async (request) => {
    const response = (await files?.(request, visitor)) ?? new Response(null, { status: 404 })
    // What is not written for ours, such as react-admin, needs inline styles.
    response.headers.delete('content-security-policy')
    return response
  },
}) as Server
server.listen(Number(process.env.PORT), '127.0.0.1')
