import { BlockList, isIP } from 'node:net'
import { urlOf } from '../setting'

/** What is known of a request's way here: who sent it, and the origin that the browser sees. */
export type Connection = { address: string; origin: string }

/** Addresses and networks, such as 10.0.0.0/8, as one list; null for a text that is none. */
export const parseNetworks = (text: string): BlockList | null => {
  const networks = new BlockList()
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const [address = '', bits, ...rest] = part.split('/')
    const family = familyOf(address)
    const most = family === 'ipv4' ? 32 : 128
    if (family === null || rest.length > 0) return null
    if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)) return null
    networks.addSubnet(address, bits === undefined ? most : Number(bits), family)
  }
  return networks
}

const familyOf = (address: string) => (({ 4: 'ipv4', 6: 'ipv6' }) as const)[isIP(address)] ?? null

/**
 * Reads what proxies say of a request, as far as they are trusted: from the nearest to the first that is not, which is
 * the client. Forwarded counts where X-Forwarded-For is missing.
 */
export const connectionReader =
  (trusted: BlockList) =>
  (remoteAddress: string, { url, headers }: Request): Connection => {
    const isTrusted = (address: string) => {
      const family = familyOf(address)
      return family !== null && trusted.check(address, family)
    }
    const { protocol, host } = new URL(url)
    const remote = plain(remoteAddress)
    if (!forwarding.some((name) => headers.has(name)) || !isTrusted(remote))
      return { address: remote, origin: `${protocol}//${host}` }
    const forwarded = readHeaders((name) => headers.get(name) ?? undefined)
    let address = remote
    for (const hop of forwarded.addresses.toReversed()) {
      if (!isTrusted(address) || familyOf(hop) === null) break
      address = hop
    }
    const scheme = forwarded.scheme === 'https' || forwarded.scheme === 'http' ? `${forwarded.scheme}:` : protocol
    const told = forwarded.host && isHost.test(forwarded.host) ? urlOf(`${scheme}//${forwarded.host}`) : null
    return { address, origin: (told ?? new URL(`${scheme}//${host}`)).origin }
  }

const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host']

const isHost = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

type Forwarded = { addresses: string[]; scheme: string | undefined; host: string | undefined }

const readHeaders = (header: (name: string) => string | undefined): Forwarded => {
  const first = (name: string) => header(name)?.split(',')[0]?.trim()
  const forwardedFor = header('x-forwarded-for')
  const hops = forwardedFor === undefined ? (header('forwarded') ?? '').split(',').map(pairsOf) : []
  const addresses = forwardedFor?.split(',') ?? hops.map((pairs) => pairs.get('for') ?? '')
  return {
    addresses: addresses.map(addressOf),
    scheme: first('x-forwarded-proto') ?? hops[0]?.get('proto'),
    host: first('x-forwarded-host') ?? hops[0]?.get('host'),
  }
}

/** One hop of RFC 7239: for=192.0.2.60;proto=https;host="console.example". A long name isn’t matched again from each of its letters. */
const pairsOf = (hop: string) =>
  new Map(
    [...hop.matchAll(/(?<![\w-])([\w-]+)="?([^";,]*)"?/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value.trim(),
    ]),
  )

/** Without the port that some proxies add. */
const addressOf = (text: string) => {
  const [, address = text.trim()] = /^\s*(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)\s*$/.exec(text)?.filter(Boolean) ?? []
  return plain(address)
}

/** IPv4 as IPv4, also where the socket is one of both. */
const plain = (address: string) => address.replace(/^::ffff:(?=[\d.]+$)/i, '')
