import net from 'node:net'

type Request = { path: string; method?: string; body?: string; headers?: Record<string, string> }
export type Reply = { status: number; head: string; body: Buffer; ms: number }

/**
 * One kept-alive connection, spoken to directly: a client library would be slower than what it measures. Answers must come
 * with a Content-Length, as those of all contenders do.
 */
export const connect = async (port: number) => {
  const socket = net.connect(port, '127.0.0.1').setNoDelay()
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let pending: { resolve: (reply: Reply) => void; start: number } | null = null
  let received: Buffer[] = []
  let size = 0
  let needed = 0

  socket.on('data', (chunk) => {
    received.push(chunk)
    size += chunk.length
    if (size < needed) return
    const whole = received.length === 1 ? chunk : Buffer.concat(received)
    const end = whole.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = whole.toString('latin1', 0, end)
    const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0)
    needed = end + 4 + length
    if (size < needed) return
    received = []
    size = 0
    needed = 0
    const { resolve, start } = pending as NonNullable<typeof pending>
    pending = null
    resolve({ status: Number(head.slice(9, 12)), head, body: whole.subarray(end + 4), ms: performance.now() - start })
  })

  return {
    ask: ({ path, method = 'GET', body = '', headers = {} }: Request) =>
      new Promise<Reply>((resolve, reject) => {
        pending = { resolve, start: performance.now() }
        socket.once('error', reject)
        const lines = Object.entries({
          host: '127.0.0.1',
          ...headers,
          ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
        })
        socket.write(`${method} ${path} HTTP/1.1\r\n${lines.map(([k, v]) => `${k}: ${v}\r\n`).join('')}\r\n${body}`)
      }).finally(() => socket.removeAllListeners('error')),
    close: () => socket.destroy(),
  }
}

export type Connection = Awaited<ReturnType<typeof connect>>

/** Requests a second over twenty connections. */
export const throughput = async (port: number, request: (index: number) => Request, seconds = 2) => {
  const connections = await Promise.all(Array.from({ length: 20 }, () => connect(port)))
  const end = performance.now() + seconds * 1000
  let answered = 0
  let index = 0
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < end) {
        const { status } = await connection.ask(request(index++))
        if (status !== 200 && status !== 304) throw new Error(`${request(0).path} answered ${status}.`)
        answered++
      }
      connection.close()
    }),
  )
  return answered / seconds
}

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
