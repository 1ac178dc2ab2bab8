import { once } from 'node:events'
import type { Server } from 'node:http'

/** Where to listen, and the setting that gives the port. */
type Place = { host: string; port: number; portSetting: string }

/** Starts to listen, or rejects with a sentence that names the setting to change. */
export const listen = async (server: Server, place: Place) => {
  server.listen(place.port, place.host)
  await once(server, 'listening').catch((error) => {
    throw new Error(whyNot(error, place))
  })
}

const whyNot = ({ code, message }: NodeJS.ErrnoException, { host, port, portSetting }: Place) => {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop that program, or set ${portSetting} to another port.`
  if (code === 'EACCES')
    return `Your user account is not allowed to listen on port ${port}. Set ${portSetting} to a number above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for every network interface.`
  return `Cannot listen on ${host}, port ${port}: ${message}.`
}
