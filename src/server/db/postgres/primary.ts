import pg from 'pg'
import { singleFlight } from '../single-flight'
import { addressesOf } from './address'

/** Where a server's data comes from. A promoted standby has a higher timeline than the primary that it replaces. */
type Lineage = { isStandby: boolean; system: string; timeline: number }

/** More than one database accepts writes, and one of them lacks what the other has. */
export class TwoPrimaries extends Error {
  constructor() {
    super('Two databases accept writes.')
  }
}

export class StandbyOnly extends Error {
  readonly code = '25006'
  constructor() {
    super('cannot write: the server is a standby')
  }
}

const lineage = `
  select pg_is_in_recovery() as "isStandby", (select system_identifier::text from pg_control_system()) as system,
    case when pg_is_in_recovery() then 0
      else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline`

/** Null where a provider hides it, as those do whose primaries share one storage. */
const lineageOf = async (client: pg.ClientBase): Promise<Lineage | null> => {
  try {
    return (await client.query<Lineage>(lineage)).rows[0] ?? null
  } catch (error) {
    if (error instanceof pg.DatabaseError && /^(42|0A)/.test(error.code ?? '')) return null
    throw error
  }
}

/** Milliseconds to wait for each of several hosts, and between probes of all of them. */
const toAnswer = 1000
const between = 2000

/**
 * Which of the hosts in `url` is the primary. Each new connection is checked: one to a primary that was replaced is refused
 * from then on, and `cut` ends open connections: all, or those that its argument selects. Of several hosts, the one that accepts
 * writes is used; if two do, none.
 */
export const followPrimary = (url: string, cut: (isCut?: (client: pg.ClientBase) => boolean) => void) => {
  const addresses = addressesOf(url)
  let current = addresses[0] ?? url
  let newest: Lineage | null = null
  let areTwo = false
  const once = singleFlight()

  const probeAll = async () => {
    if (addresses.length === 1) return
    const found = await Promise.all(addresses.map(isWritable))
    const writable = addresses.filter((_, index) => found[index])
    const [first] = writable
    if (writable.length > 1 && !areTwo) cut()
    areTwo = writable.length > 1
    if (first === undefined || writable.includes(current)) return
    current = first
    cut()
  }
  const probe = () => once('probe', probeAll)
  const timer = addresses.length > 1 ? setInterval(() => void probe(), between).unref() : undefined
  const first = probe()

  const checked = new WeakSet<pg.ClientBase>()
  const compare = async (client: pg.ClientBase) => {
    const found = await lineageOf(client)
    if (!found || (found.isStandby && addresses.length === 1)) return
    if (found.isStandby) {
      void probe()
      throw new StandbyOnly()
    }
    if (newest?.system === found.system && found.timeline < newest.timeline) throw new TwoPrimaries()
    const isAnother = newest && (newest.system !== found.system || found.timeline > newest.timeline)
    newest = found
    // Those that are still being checked may lead to the new one, as this does.
    if (isAnother) cut((one) => checked.has(one))
  }
  const check = async (client: pg.ClientBase) => {
    await compare(client)
    checked.add(client)
  }

  return {
    address: () => current,
    probe,
    /** Rejects while there are two. */
    located: async () => {
      await first
      if (areTwo) throw new TwoPrimaries()
    },
    check,
    stop: () => clearInterval(timer),
  }
}

const isWritable = async (address: string) => {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: toAnswer,
    query_timeout: toAnswer,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
    return rows[0]?.isStandby === false
  } catch {
    return false
  } finally {
    void client.end().catch(() => {})
  }
}
