import { existsSync, statSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { sql } from 'kysely'
import { adminKeyProblem } from '../api/keys'
import { type Config, InvalidConfig, placeOf, readConfig } from '../config'
import { askServer } from '../control/client'
import { type Executor, openDatabase } from '../db/database'
import { cannotUse } from '../db/embedded/data-folder'
import { pendingMigrations, requireQuarterdeckDatabase } from '../db/migrations/migrate'
import { placeIn } from '../db/postgres/address'
import { directProblem, replicaProblems } from '../db/postgres/standby-check'
import { whyReadOnly } from '../db/read-only'
import { discoveryAddress, isIssuer } from '../http/oidc/settings'
import { mailerOf } from '../mail/mailer'
import { type Command, noArguments } from './command'

export const command: Command = {
  usage: `Check the settings, the database and its replicas or the server behind QUARTERDECK_UPSTREAM, the proxy, the identity
provider, the mail server, the clock and the disk:

  quarterdeck doctor

Run it with the server's own settings, as the server's own user. It changes nothing. Each line says what to do; exit code 1 if
something has to be done.`,
  run: async (args) => {
    noArguments(args)
    const config = read()
    const findings = config ? (await Promise.all(checks.map((check) => check(config)))).flat() : []
    for (const { title, problem, good } of findings)
      report(title, problem === null ? `ok: ${good}` : problem, problem === null)
  },
}

type Finding = { title: string; problem: string | null; good: string }

const report = (title: string, sentence: string, isGood: boolean) => {
  console.log(`${isGood ? ' ' : '!'} ${title.padEnd(10)}${sentence}`)
  if (!isGood) process.exitCode = 1
}

const read = (): Config | null => {
  try {
    const config = readConfig(process.env)
    report('Settings', 'ok: all can be read.', true)
    return config
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error
    for (const sentence of error.sentences) report('Settings', sentence, false)
    return null
  }
}

const finding = (title: string, good: string, problem: string | null = null): Finding[] => [{ title, problem, good }]

/** A sentence is our own, and says the cause. */
const messageOf = (error: unknown) => {
  const { message, cause } = error as Error
  if (message.endsWith('.')) return message
  return cause instanceof Error ? `${message}: ${cause.message || (cause as NodeJS.ErrnoException).code}` : message
}

const database = async (config: Config): Promise<Finding[]> => {
  const { upstream, databaseUrl, folder } = config
  const title = 'Database'
  if (upstream) return finding(title, `none is needed in front of ${upstream}.`)
  if (!databaseUrl && existsSync(folder) && !statSync(folder).isDirectory())
    return finding(title, '', cannotUse(folder, { code: 'EEXIST' }).message)
  if (!databaseUrl && !existsSync(path.join(folder, 'database')))
    return finding(title, `none yet in ${path.resolve(folder)}; the first start makes one.`)
  try {
    const running = databaseUrl ? null : await askServer(folder, { method: 'GET', path: '/migrations' })
    if (running)
      return [
        ...schema((await json(running)) as string[], 'a running server uses it, and it is up to date.'),
        ...(await adminKey(config, async (key) => {
          const answer = await askServer(folder, { method: 'POST', path: '/admin-key', body: { key } })
          return answer && ((await json(answer)) as string | null)
        })),
      ]
    const opened = await openDatabase({ ...placeOf(config), upTo: null })
    try {
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(opened.sql)
      const { now = new Date() } = rows[0] ?? {}
      const taken = await requireQuarterdeckDatabase(opened.sql)
      await opened.requireOneDatabase()
      const isNew = taken.length === 0
      const readOnly = await whyReadOnly(opened.sql)
      return [
        ...(readOnly ? finding(title, '', readOnly) : schema(taken, 'it can be reached and is up to date.')),
        ...(isNew ? [] : await adminKey(config, (key) => adminKeyProblem(opened, key))),
        ...(await direct(config)),
        ...(await replicas(config, opened.sql)),
        ...clock('the database', now.getTime() - Date.now()),
      ]
    } finally {
      await opened.close()
    }
  } catch (error) {
    return finding(title, '', messageOf(error))
  }
}

const direct = async ({ directUrl }: Config) =>
  directUrl ? finding('Direct', 'DATABASE_DIRECT_URL leads to the primary.', await directProblem(directUrl)) : []

const replicas = async ({ replicaUrls = [] }: Config, primary: Executor) => {
  const found = replicaUrls.map(async (url): Promise<Finding[]> => {
    const title = 'Replica'
    const problems = await replicaProblems(url, primary)
    if (problems.length === 0) return finding(title, `${placeIn(url).hosts} is a standby of DATABASE_URL.`)
    return problems.flatMap((problem) => finding(title, '', problem))
  })
  return (await Promise.all(found)).flat()
}

const adminKey = async ({ adminKey: key }: Config, problemOf: (key: string) => Promise<string | null>) =>
  key === undefined ? [] : finding('Admin key', 'QUARTERDECK_ADMIN_KEY has every scope.', await problemOf(key))

const schema = (taken: string[], good: string) =>
  finding(
    'Database',
    pendingMigrations(taken).length === 0 ? good : 'it can be reached; the next start brings it up to date.',
  )

/** Seconds after which sessions and single sign-on begin to fail. */
const tolerance = 30

const clock = (whose: string, aheadMs: number) => {
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  const problem = `This machine's clock and that of ${whose} differ by ${seconds} seconds. Set both by NTP.`
  return finding('Clock', `agrees with that of ${whose}.`, seconds > tolerance ? problem : null)
}

const disk = async ({ folder, databaseUrl, upstream }: Config): Promise<Finding[]> => {
  if (databaseUrl || upstream || !existsSync(folder)) return []
  const refused = await fs.access(folder, fs.constants.W_OK).then(
    () => null,
    (error) => cannotUse(folder, error),
  )
  if (refused) return finding('Disk', '', refused.message)
  const { bavail, bsize } = await fs.statfs(folder)
  const megabytes = Math.floor((bavail * bsize) / 1e6)
  const problem = `Only ${megabytes} MB are free in ${path.resolve(folder)}. Below 32 MB nothing can be written, and a backup needs more. Free some.`
  return finding('Disk', `${megabytes} MB are free in ${path.resolve(folder)}.`, megabytes < 500 ? problem : null)
}

const ask = (url: string) => fetch(url, { signal: AbortSignal.timeout(5000), redirect: 'manual' })

/** Without a key, which this console does not have, the API answers 401. */
const upstreamServer = async ({ upstream }: Config): Promise<Finding[]> => {
  const title = 'Upstream'
  if (!upstream) return []
  try {
    const { status } = await ask(`${upstream}/api/public/v1/companies`)
    if (status !== 401)
      return finding(
        title,
        '',
        `${upstream}/api/public/v1/companies answers ${status}, where the API answers 401 without a key. Check QUARTERDECK_UPSTREAM and the server there.`,
      )
    return finding(title, `${upstream} answers as the API.`)
  } catch (error) {
    return finding(
      title,
      '',
      `${upstream} cannot be reached (${messageOf(error)}). Check the name in QUARTERDECK_UPSTREAM, the way there, and the certificate; NODE_EXTRA_CA_CERTS names a file with its authority.`,
    )
  }
}

const proxy = async ({ publicUrl }: Config): Promise<Finding[]> => {
  const title = 'Proxy'
  if (!publicUrl) return finding(title, 'QUARTERDECK_URL is not set, so none was tried.')
  try {
    const answer = await ask(`${publicUrl}/healthz`)
    const body = await answer.text()
    if (answer.status !== 200 || !body.includes('"ok"'))
      return finding(
        title,
        '',
        `${publicUrl}/healthz answers ${answer.status} and not as Quarterdeck. Start Quarterdeck, and have the proxy forward the path unchanged.`,
      )
    if (publicUrl.startsWith('https:') && !answer.headers.has('strict-transport-security'))
      return finding(
        title,
        '',
        `Quarterdeck does not see that ${publicUrl} is HTTPS. Have the proxy set X-Forwarded-Proto, and name its address in QUARTERDECK_TRUSTED_PROXIES.`,
      )
    return finding(title, `${publicUrl} leads here${publicUrl.startsWith('https:') ? ', with TLS' : ''}.`)
  } catch (error) {
    return finding(
      title,
      '',
      `${publicUrl} cannot be reached from here (${messageOf(error)}). Start Quarterdeck and its proxy, and check the name and the certificate.`,
    )
  }
}

const provider = async ({ oidcIssuer }: Config): Promise<Finding[]> => {
  const title = 'Provider'
  if (!oidcIssuer) return finding(title, 'single sign-on is not set up.')
  const address = discoveryAddress(oidcIssuer)
  try {
    const answer = await ask(address)
    const { issuer } = (await answer.json().catch(() => ({}))) as { issuer?: unknown }
    if (!isIssuer(issuer, oidcIssuer))
      return finding(title, '', `${address} does not describe the issuer ${oidcIssuer}. Check QUARTERDECK_OIDC_ISSUER.`)
    const date = Date.parse(answer.headers.get('date') ?? '')
    return [
      ...finding(title, `${oidcIssuer} describes itself.`),
      ...(Number.isNaN(date) ? [] : clock('the provider', date - Date.now())),
    ]
  } catch (error) {
    return finding(
      title,
      '',
      `${address} cannot be reached (${messageOf(error)}). Check the name, and the way out of this network.`,
    )
  }
}

const mail = async (config: Config): Promise<Finding[]> => {
  const title = 'Email'
  const mailer = mailerOf(config)
  if (!mailer) return finding(title, 'QUARTERDECK_SMTP_URL is not set, so briefs are not emailed.')
  try {
    await mailer.verify()
    return finding(title, `the mail server takes emails from ${mailer.from.address}.`)
  } catch (error) {
    return finding(title, '', messageOf(error))
  }
}

const checks = [database, upstreamServer, disk, proxy, provider, mail]
