import net from 'node:net'

type Request = { path: string; method?: string; body?: string; headers?: Record<string, string> }
export type Reply = { status: number; head: string; body: Buffer; ms: number }

/**
 * A keep-alive HTTP client on a bare socket, because a library would be slower than what is measured. Responses need a
 * Content-Length. A closed connection is reopened.
 */
export const connect = async (port: number) => {
  let socket = await opened(port)
  return {
    ask: async (request: Request) => {
      if (socket.destroyed || socket.readableEnded) socket = await opened(port)
      return exchange(socket, request)
    },
    close: () => void socket.destroy(),
  }
}

const opened = (port: number) =>
  new Promise<net.Socket>((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1').setNoDelay()
    socket.once('error', reject).once('connect', () => {
      socket.off('error', reject).on('error', () => {})
      resolve(socket)
    })
  })

const exchange = (socket: net.Socket, { path, method = 'GET', body = '', headers = {} }: Request) =>
  new Promise<Reply>((resolve, reject) => {
    const received: Buffer[] = []
    let size = 0
    let needed = 0
    const start = performance.now()
    const closed = () => reject(new Error(`The connection was closed while ${path} was asked for.`))
    const read = (chunk: Buffer) => {
      received.push(chunk)
      size += chunk.length
      if (size < needed) return
      const whole = received.length === 1 ? chunk : Buffer.concat(received)
      const end = whole.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = whole.toString('latin1', 0, end)
      needed = end + 4 + Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0)
      if (size < needed) return
      socket.off('data', read).off('close', closed)
      resolve({ status: Number(head.slice(9, 12)), head, body: whole.subarray(end + 4), ms: performance.now() - start })
    }
    socket.on('data', read).once('close', closed)
    const lines = Object.entries({
      host: '127.0.0.1',
      ...headers,
      ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    })
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.map(([k, v]) => `${k}: ${v}\r\n`).join('')}\r\n${body}`)
  })

export type Connection = Awaited<ReturnType<typeof connect>>

/** Requests per second over several connections. */
export const throughput = async (port: number, request: (index: number) => Request, seconds = 2, clients = 20) => {
  const connections = await Promise.all(Array.from({ length: clients }, () => connect(port)))
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
