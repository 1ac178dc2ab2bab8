import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { release } from './release.js'
import { run } from './steps.js'

/**
 * Installs the package as its users do, in an empty folder and without a network, and runs it: first over an embedded database, then over
 * PostgreSQL (TEST_DATABASE_URL), filled from the first one's backup.
 */
const adminKey = 'a-release-key-of-more-than-thirty-two-characters'

const main = async () => {
  const archive = await release()
  if (!archive) return false
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarterdeck-release-'))
  try {
    const installed = await run('npm', ['install', '--global', '--offline', '--prefix', folder, archive], {
      quiet: true,
    })
    if (!installed) return false
    console.log('Installed without a network.')
    const program = path.join(folder, 'bin/quarterdeck')
    const backup = path.join(folder, 'backup.tar.gz')
    const embedded = { QUARTERDECK_DATA: path.join(folder, 'data'), QUARTERDECK_DEMO: '0.1' }
    await serve(program, embedded, 'embedded, from nothing', async () => command(program, ['backup', backup], embedded))
    await serve(program, embedded, 'embedded, again', async () => {})
    command(program, ['verify', backup], {})
    const server = process.env.TEST_DATABASE_URL
    if (server) await onPostgres(program, server, backup, folder)
    else console.log('Set TEST_DATABASE_URL to try it on PostgreSQL too.')
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

/** @param {string} program @param {string} server @param {string} backup @param {string} folder */
const onPostgres = async (program, server, backup, folder) => {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const name = `quarterdeck_release_${process.pid}`
  await client.query(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const environment = { DATABASE_URL: url.href, QUARTERDECK_DATA: path.join(folder, 'data-of-postgres') }
  try {
    command(program, ['restore', backup], environment)
    await serve(program, environment, 'PostgreSQL, from that backup', async () => {})
  } finally {
    await client.query(`drop database ${name} with (force)`)
    await client.end()
  }
}

const environmentOf = (/** @type {Record<string, string>} */ environment) => ({
  PATH: process.env.PATH ?? '',
  PORT: '0',
  QUARTERDECK_ADMIN_KEY: adminKey,
  LOG_LEVEL: 'warn',
  ...environment,
})

/** @param {string} program @param {string[]} words @param {Record<string, string>} environment */
const command = (program, words, environment) => {
  const { status, stdout, stderr } = spawnSync(program, words, { env: environmentOf(environment), encoding: 'utf8' })
  if (status !== 0) throw new Error(`quarterdeck ${words.join(' ')} ended with ${status}: ${stderr}`)
  console.log(stdout.trim())
}

/**
 * Starts the program, asks for a page, a file of it and companies of the API, and stops it.
 * @param {string} program
 * @param {Record<string, string>} environment
 * @param {string} title
 * @param {() => Promise<void>} meanwhile
 */
const serve = async (program, environment, title, meanwhile) => {
  const begun = performance.now()
  const child = spawn(program, ['start'], { env: environmentOf(environment), stdio: ['ignore', 'pipe', 'inherit'] })
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
      exit.then((code) => reject(new Error(`The server ended with ${code} before it served.`)))
    })
    const companies = await fetch(`${origin}/api/public/v1/companies`, {
      headers: { authorization: `Bearer ${adminKey}` },
    })
    const seconds = ((performance.now() - begun) / 1000).toFixed(2)
    const { pagination } = await companies.json()
    const page = await (await fetch(`${origin}/sign-in`, { headers: { accept: 'text/html' } })).text()
    const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? []
    const file = await fetch(new URL(script, origin))
    if (!(pagination.totalCount > 0) || !page.includes('data-ssr') || script === '' || file.status !== 200)
      throw new Error(`The installed program does not serve as it should (${title}).`)
    await meanwhile()
    console.log(`Serves ${pagination.totalCount} companies (${title}); ${seconds} s to the first answer.`)
  } finally {
    child.kill('SIGTERM')
    await exit
  }
}

process.exit((await main()) ? 0 : 1)
