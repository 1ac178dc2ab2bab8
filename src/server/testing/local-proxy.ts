import { BlockList } from 'node:net'
import type { Context } from 'hono'
import { connectionReader } from '../http/proxies'

const loopback = new BlockList()
loopback.addAddress('127.0.0.1')
const read = connectionReader(loopback)

/** Requests of tests, which have no socket, as if a proxy on this machine had sent them. */
export const behindLocalProxy = (c: Context) => read('127.0.0.1', c.req.raw)
