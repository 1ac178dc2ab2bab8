import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { release } from './release.js'
import { run } from './steps.js'

/**
 * Installs the package as its users do, without a network: in an empty folder of this machine, and in a fresh Debian. On both it
 * serves, is backed up while it is written to, and moves to PostgreSQL (TEST_DATABASE_URL) and back, after which every row is
 * compared. At the end it starts on the later versions of Node.
 */
const adminKey = 'a-release-key-of-more-than-thirty-two-characters'

/**
 * Where the package is installed. Paths are those that the program sees; on this machine they begin with `root`.
 * @typedef {{ name: string, root: string, folder: string, program: string[] }} System
 */

/** @type {[what: string, result: string][]} */
const table = []
/** @param {string} what @param {string} result */
const note = (what, result) => {
  table.push([what, result])
  console.log(`${what}: ${result}`)
}

const main = async () => {
  const archive = await release()
  if (!archive) return false
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarterdeck-release-'))
  try {
    const here = await onThisMachine(archive, path.join(folder, 'here'))
    await tryOut(here)
    const debian = onDebian(archive, path.join(folder, 'debian'))
    if (debian) await tryOut(debian)
    for (const version of ['22', '24']) await onNode(version, here, path.join(folder, `node-${version}`))
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
    console.log(
      ['', '| What | Result |', '|---|---|', ...table.map(([what, result]) => `| ${what} | ${result} |`)].join('\n'),
    )
  }
}

const withoutNetwork = ['install', '--global', '--offline']

/** @param {string} archive @param {string} folder @returns {Promise<System>} */
const onThisMachine = async (archive, folder) => {
  fs.mkdirSync(folder)
  if (!(await run('npm', [...withoutNetwork, '--prefix', folder, archive], { quiet: true })))
    throw new Error('The package cannot be installed in an empty folder.')
  const system = { name: `an empty folder, Node ${process.versions.node}`, root: '', folder }
  note(`install in ${system.name}`, 'done without a network')
  return { ...system, program: [path.join(folder, 'bin/quarterdeck')] }
}

const mirror = 'http://deb.debian.org/debian'

/** @param {string} archive @param {string} root @returns {System | null} */
const onDebian = (archive, root) => {
  const what = 'install in a fresh Debian trixie'
  if (process.getuid?.() !== 0) return skip(what, 'only root can set one up')
  if (spawnSync('debootstrap', ['--version']).status !== 0) return skip(what, 'debootstrap is not installed')
  const made = spawnSync('debootstrap', ['--variant=minbase', '--include=nodejs', 'trixie', root, mirror])
  if (made.status !== 0) return skip(what, `debootstrap ended with ${made.status}; is ${mirror} reachable?`)
  // Debian's own npm is hundreds of packages.
  const npm = path.join(spawnSync('npm', ['root', '--global'], { encoding: 'utf8' }).stdout.trim(), 'npm')
  fs.cpSync(npm, path.join(root, 'opt/npm'), { recursive: true, dereference: true })
  fs.copyFileSync(archive, path.join(root, 'opt/quarterdeck.tgz'))
  const inside = ['chroot', root]
  execute([...inside, 'node', '/opt/npm/bin/npm-cli.js', ...withoutNetwork, '/opt/quarterdeck.tgz'], {})
  const version = execute([...inside, 'node', '--version'], {}).slice(1)
  const name = `Debian trixie, Node ${version}`
  note(`install in ${name}`, 'done without a network')
  return { name, root, folder: '/srv', program: [...inside, 'quarterdeck'] }
}

/** @param {string} what @param {string} why */
const skip = (what, why) => {
  note(what, `skipped: ${why}`)
  return null
}

/** @param {string} version @param {System} here @param {string} folder */
const onNode = async (version, here, folder) => {
  const what = `start on Node ${version}`
  const binaries = `node-${process.platform}-${process.arch}`
  const parameters = ['install', '--no-audit', '--no-fund', '--prefix', folder, `${binaries}@${version}`]
  if (!(await run('npm', parameters, { quiet: true })))
    return skip(what, `the npm registry does not give ${binaries}@${version}`)
  const node = path.join(folder, 'node_modules', binaries, 'bin/node')
  const exact = execute([node, '--version'], {}).slice(1)
  const system = { ...here, name: `Node ${exact}`, program: [node, ...here.program] }
  await serve(system, embedded(system, 'embedded'), 'embedded, once more', async () => {})
  const file = path.join(here.folder, `node-${version}.tar.gz`)
  const environment = embedded(system, `on-node-${version}`)
  const backup = path.join(here.folder, 'embedded.tar.gz')
  command(system, ['restore', '--moved', backup], environment)
  command(system, ['backup', file], environment)
  note(`restore and backup on ${system.name}`, compare(system, backup, file))
}

/** @param {System} system @param {string} name */
const embedded = ({ folder }, name) => ({ QUARTERDECK_DATA: path.join(folder, name) })

/** Everything that a release has to do on one system. @param {System} system */
const tryOut = async (system) => {
  const at = (/** @type {string} */ name) => path.join(system.folder, name)
  const first = embedded(system, 'embedded')
  const saved = at('embedded.tar.gz')
  await serve(system, { ...first, QUARTERDECK_DEMO: '0.1' }, 'embedded, from nothing', (origin) =>
    backUpUnderWrites(system, first, saved, origin),
  )
  // The package has no builds for development, and needs none.
  await serve(system, { ...first, NODE_ENV: 'development' }, 'embedded, again', async () => {})
  const server = process.env.TEST_DATABASE_URL
  if (!server) return skip(`PostgreSQL and back (${system.name})`, 'set TEST_DATABASE_URL to try it')
  await inNewDatabase(server, async (url) => {
    const onPostgres = { ...embedded(system, 'postgres'), DATABASE_URL: url }
    const moved = at('moved.tar.gz')
    command(system, ['restore', '--moved', saved], onPostgres)
    command(system, ['backup', moved], onPostgres)
    note(`embedded to PostgreSQL (${system.name})`, compare(system, saved, moved))
    const later = at('postgres.tar.gz')
    await serve(system, onPostgres, 'PostgreSQL', (origin) => backUpUnderWrites(system, onPostgres, later, origin))
    const back = embedded(system, 'back')
    const returned = at('returned.tar.gz')
    command(system, ['restore', '--moved', later], back)
    command(system, ['backup', returned], back)
    note(`PostgreSQL to embedded (${system.name})`, compare(system, later, returned))
  })
  return undefined
}

/** @param {string} server @param {(url: string) => Promise<void>} work */
const inNewDatabase = async (server, work) => {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const name = `quarterdeck_release_${process.pid}`
  await client.query(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  try {
    await work(url.href)
  } finally {
    await client.query(`drop database ${name} with (force)`)
    await client.end()
  }
}

/**
 * Renames a company again and again while the command runs. Each time leaves one event in the audit log, so the name and the
 * log of one moment agree.
 * @param {System} system @param {Record<string, string>} environment @param {string} file @param {string} origin
 */
const backUpUnderWrites = async (system, environment, file, origin) => {
  const [company] = (await ask(origin, '/companies?limit=1')).data
  const before = (await ask(origin, `/audit-events?recordId=${company.id}`)).pagination.totalCount
  const child = spawnOf(system, ['backup', file], environment)
  let isRunning = true
  const exit = new Promise((resolve) => child.once('close', resolve)).finally(() => (isRunning = false))
  let writes = 0
  for (; isRunning; writes += 1) await ask(origin, `/companies/${company.id}`, { name: `Renamed ${writes + 1}` })
  const code = await exit
  if (code !== 0) throw new Error(`quarterdeck backup ended with ${code} (${system.name}).`)
  const said = command(system, ['verify', file], {})
  const { tables, remove } = unpack(system, file)
  const [, kept = '0'] = /"Renamed (\d+)"/.exec(tables.companies?.find((row) => row.includes(company.id)) ?? '') ?? []
  const events = tables.audit_events?.filter((row) => row.includes(company.id)).length ?? 0
  remove()
  if (events - before !== Number(kept) || !(writes > Number(kept)))
    throw new Error(`The backup is not of one moment: rename ${kept} of ${writes}, and ${events - before} events.`)
  const [, rows] = /: (\S+) rows/.exec(said) ?? []
  note(
    `backup under writes (${environment.DATABASE_URL ? 'PostgreSQL' : 'embedded'}, ${system.name})`,
    `${rows} rows of one moment, verified: ${kept} of ${writes} writes, and as many audit events`,
  )
}

/** The rows of an archive by table, read with nothing of ours. @param {System} system @param {string} file */
const unpack = ({ root }, file) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarterdeck-unpacked-'))
  execute(['tar', '--extract', '--gzip', '--file', root + file, '--directory', folder], {})
  execute(['sh', '-c', 'cd "$1" && sha256sum --check --quiet SHA256SUMS', 'sh', folder], {})
  /** @type {Record<string, string[]>} */
  const tables = {}
  for (const name of fs.readdirSync(folder)) {
    const place = path.join(folder, name)
    if (!fs.statSync(place).isDirectory()) continue
    const parts = fs.readdirSync(place).map((part) => fs.readFileSync(path.join(place, part), 'utf8'))
    tables[name] = parts.join('').trimEnd().split('\n').sort()
  }
  return { tables, remove: () => fs.rmSync(folder, { recursive: true }) }
}

/** @param {System} system @param {string} from @param {string} to */
const compare = (system, from, to) => {
  const [one, other] = [unpack(system, from), unpack(system, to)]
  one.remove()
  other.remove()
  let rows = 0
  for (const name of new Set([...Object.keys(one.tables), ...Object.keys(other.tables)])) {
    // Each restore leaves an event of its own.
    const [ours = [], theirs = []] = [one.tables[name], other.tables[name]].map((rows) =>
      rows?.filter((row) => !row.includes('"[restored]"')),
    )
    const different = ours.find((row, at) => row !== theirs[at]) ?? theirs[ours.length]
    if (different !== undefined) throw new Error(`${name} differs after the restore (${system.name}): ${different}`)
    rows += ours.length
  }
  return `${rows.toLocaleString('en')} rows of ${Object.keys(one.tables).length} tables are the same`
}

const environmentOf = (/** @type {Record<string, string>} */ environment) => ({
  PATH: process.env.PATH ?? '',
  PORT: '0',
  QUARTERDECK_ADMIN_KEY: adminKey,
  QUARTERDECK_RATE_LIMIT: '0',
  LOG_LEVEL: 'warn',
  ...environment,
})

/** @param {string[]} words @param {Record<string, string>} environment */
const execute = ([program = '', ...words], environment) => {
  const { status, stdout, stderr } = spawnSync(program, words, { env: environmentOf(environment), encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${status}: ${stderr}`)
  return stdout.trim()
}

/** @param {System} system @param {string[]} words @param {Record<string, string>} environment */
const command = ({ program }, words, environment) => execute([...program, ...words], environment)

/** @param {System} system @param {string[]} words @param {Record<string, string>} environment */
const spawnOf = ({ program: [file = '', ...before] }, words, environment) =>
  spawn(file, [...before, ...words], { env: environmentOf(environment), stdio: ['ignore', 'pipe', 'inherit'] })

/** @param {string} origin @param {string} address @param {object} [change] */
const ask = async (origin, address, change) => {
  const response = await fetch(`${origin}/api/public/v1${address}`, {
    headers: { authorization: `Bearer ${adminKey}`, ...(change && { 'content-type': 'application/json' }) },
    ...(change && { method: 'PUT', body: JSON.stringify(change) }),
  })
  if (!response.ok) throw new Error(`${address} was answered with ${response.status}: ${await response.text()}`)
  return response.json()
}

/**
 * Starts the program, asks for companies of the API, a page and a file of it, and stops it.
 * @param {System} system
 * @param {Record<string, string>} environment
 * @param {string} title
 * @param {(origin: string) => Promise<void>} meanwhile
 */
const serve = async (system, environment, title, meanwhile) => {
  const begun = performance.now()
  const child = spawnOf(system, ['start'], environment)
  const exit = new Promise((resolve) => child.once('close', resolve))
  try {
    /** @type {string} */
    const origin = await new Promise((resolve, reject) => {
      let screen = ''
      child.stdout.on('data', (chunk) => {
        screen += chunk
        const [, address] = /^ +Address +(\S+)$/m.exec(screen) ?? []
        if (address) resolve(address)
      })
      exit.then((code) => reject(new Error(`The server ended with ${code} before it served (${system.name}).`)))
    })
    const { data, pagination } = await ask(origin, '/companies')
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    for (const accept of ['application/pdf', word]) {
      const authorization = `Bearer ${adminKey}`
      const brief = await fetch(`${origin}/api/public/v1/companies/${data[0].id}/brief`, {
        headers: { authorization, accept },
      })
      if (brief.status !== 200)
        throw new Error(`The installed program makes no brief as ${accept}: ${await brief.text()}`)
    }
    const page = await (await fetch(`${origin}/sign-in`, { headers: { accept: 'text/html' } })).text()
    const [, script = ''] = /<script [^>]*type="module"[^>]* src="([^"]+)"/.exec(page) ?? []
    const file = await fetch(new URL(script, origin))
    if (!(pagination.totalCount > 0) || !page.includes('data-ssr') || script === '' || file.status !== 200)
      throw new Error(`The installed program does not serve as it should (${title}, ${system.name}).`)
    note(`start (${title}, ${system.name})`, `${pagination.totalCount} companies, ${seconds} s to the first answer`)
    await meanwhile(origin)
  } finally {
    child.kill('SIGTERM')
    await exit
  }
}

process.exit((await main()) ? 0 : 1)
