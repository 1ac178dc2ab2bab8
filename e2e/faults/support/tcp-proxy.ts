import net from 'node:net'

/** A network between a program and a server, to be slowed, silenced and turned over to another server. */
export const startProxy = async (to: number) => {
  let target = to
  let delay = 0
  let isSilent = false
  const sockets = new Set<net.Socket>()
  const pass = (from: net.Socket, into: net.Socket) => {
    sockets.add(from)
    from.on('data', (chunk) => {
      if (!isSilent) setTimeout(() => into.writable && into.write(chunk), delay)
    })
    from.on('error', () => {})
    from.once('end', () => setTimeout(() => into.end(), delay))
    from.once('close', () => {
      sockets.delete(from)
      if (!isSilent) setTimeout(() => into.destroy(), delay)
    })
  }
  const server = net.createServer((client) => {
    const behind = net.connect(target, '127.0.0.1')
    pass(client, behind)
    pass(behind, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as net.AddressInfo).port,
    /** Holds each piece of what is said for so many milliseconds. */
    slow: (milliseconds: number) => {
      delay = milliseconds
    },
    /** Passes nothing on, and tells no one, as a network that has lost its way. */
    silence: (on: boolean) => {
      isSilent = on
    },
    turnTo: (port: number) => {
      target = port
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
