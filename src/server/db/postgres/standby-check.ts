import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { placeIn } from './address'
import { openingFailure } from './opening-failure'
import { StandbyOnly } from './primary'

type Query = <R extends pg.QueryResultRow>(text: string) => Promise<R | undefined>

const facts = `
  select pg_is_in_recovery() as "isStandby", current_database() as database, current_setting('server_encoding') as encoding`
type Facts = { isStandby: boolean; database: string; encoding: string }

const system = 'select system_identifier::text as value from pg_control_system()'

/** The bytes of the log that a server has written, or a standby has replayed. */
const position = `
  select pg_wal_lsn_diff(
    case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0')::text as value`

/** Null where a provider hides it. */
const shownValue = async (query: Query, text: string) => {
  try {
    return (await query<{ value: string | null }>(text))?.value ?? null
  } catch (error) {
    if (/^(42|0A)/.test((error as pg.DatabaseError).code ?? '')) return null
    throw error
  }
}

const patienceMs = 5000

const withServer = async <T>(url: string, work: (query: Query) => Promise<T>): Promise<T> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(async (text) => (await client.query(text)).rows[0])
  } finally {
    void client.end().catch(() => {})
  }
}

/** What is wrong with the address past a pooler, as a sentence; null if it leads to a server that accepts writes. */
export const directProblem = async (url: string): Promise<string | null> => {
  const setting = 'DATABASE_DIRECT_URL'
  try {
    const found = await withServer(url, (query) => query<Facts>(facts))
    return found?.isStandby ? openingFailure(url, new StandbyOnly(), setting).message : null
  } catch (error) {
    return openingFailure(url, error, setting).message
  }
}

/** What is wrong with a replica of `primary`, in sentences. */
export const replicaProblems = async (url: string, primary: Kysely<unknown>): Promise<string[]> => {
  const atPrimary: Query = async (text) => (await sql.raw<never>(text).execute(primary)).rows[0]
  try {
    return await withServer(url, (atReplica) => differences(placeIn(url).hosts, atPrimary, atReplica))
  } catch (error) {
    return [openingFailure(url, error, 'DATABASE_REPLICA_URLS').message]
  }
}

const differences = async (hosts: string, atPrimary: Query, atReplica: Query): Promise<string[]> => {
  const [theirs, ours] = [await atReplica<Facts>(facts), await atPrimary<Facts>(facts)]
  const [theirSystem, ourSystem] = [await shownValue(atReplica, system), await shownValue(atPrimary, system)]
  const isOther = theirSystem !== null && ourSystem !== null && theirSystem !== ourSystem
  const found = [
    isOther &&
      `The server at ${hosts} is no copy of that of DATABASE_URL: their system identifiers are ${theirSystem} and ${ourSystem}. ${nameStandby}`,
    !theirs?.isStandby &&
      `The server at ${hosts} accepts writes, so it is no standby: it is the primary itself, or gets none of its changes. ${nameStandby}`,
    theirs?.database !== ours?.database &&
      `The replica at ${hosts} leads to the database ${theirs?.database}, and DATABASE_URL to ${ours?.database}. Correct the name in DATABASE_REPLICA_URLS.`,
    theirs?.encoding !== ours?.encoding &&
      `The encoding of the database at ${hosts} is ${theirs?.encoding}, and that of DATABASE_URL ${ours?.encoding}, so they are not the same. ${nameStandby}`,
    !isOther && theirs?.isStandby && (await delay(hosts, atPrimary, atReplica)),
  ]
  return found.filter((sentence) => typeof sentence === 'string')
}

const nameStandby = 'Name a standby of DATABASE_URL in DATABASE_REPLICA_URLS.'

/** Milliseconds between looks at a replica that is behind, and how many there are. */
const pause = 200
const looks = 10

/** A replica has some time to replay what the primary has written by now. */
const delay = async (hosts: string, atPrimary: Query, atReplica: Query) => {
  const written = await shownValue(atPrimary, position)
  for (let look = 1; ; look++) {
    const replayed = await shownValue(atReplica, position)
    if (written === null || replayed === null || BigInt(replayed) >= BigInt(written)) return null
    if (look === looks) return behind(hosts, Number(BigInt(written) - BigInt(replayed)))
    await wait(pause)
  }
}

const behind = (hosts: string, bytes: number) =>
  `The replica at ${hosts} is ${Math.max(0.1, bytes / 1e6).toFixed(1)} MB behind and does not catch up, so the primary answers instead. Resume its replay if that is paused (select pg_wal_replay_resume()), or see in its log why it gets no changes.`
