import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { basePath } from '../../src/contract/core/base-path'
import type { Cluster } from '../support/cluster'
import { adminKey, type Server } from '../support/instance'
import { experiment, Lacking } from './support/experiment'
import { createTempFolder, startCluster, startServer } from './support/owned'

const execute = promisify(execFile)

/** The files of a certificate. */
type Certificate = { cert: string; key: string }

/** Makes certificates in a folder; what no authority signs signs itself. */
const issuing = async () => {
  const { folder } = await createTempFolder()
  const openssl = (...parameters: string[]) => execute('openssl', parameters, { cwd: folder })
  await openssl('version').catch(() => {
    throw new Lacking('There is no openssl on this machine.')
  })
  return async (name: string, o: { host?: string; days?: string; by?: Certificate } = {}): Promise<Certificate> => {
    const file = (end: string) => path.join(folder, `${name}.${end}`)
    const made = { cert: file('pem'), key: file('key') }
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
    const named = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${o.host ?? 'localhost'}`]
    const authority = o.by ? [] : ['-addext', 'basicConstraints=critical,CA:TRUE']
    await openssl('req', ...kind, ...named, ...authority, '-keyout', made.key, '-out', file('csr'))
    const signed = o.by ? ['-CA', o.by.cert, '-CAkey', o.by.key] : ['-signkey', made.key]
    const lasting = ['-days', o.days ?? '1', '-copy_extensions', 'copy']
    await openssl('x509', '-req', '-in', file('csr'), ...signed, ...lasting, '-out', made.cert)
    return made
  }
}

/** An authority, what it has signed, and what no one should believe. */
const makeCertificates = async () => {
  const issue = await issuing()
  const authority = await issue('authority')
  const stranger = await issue('stranger')
  return {
    authority: authority.cert,
    good: await issue('good', { by: authority }),
    bad: [
      { what: 'signed by itself', shown: await issue('itself'), why: 'cannot be verified' },
      { what: 'of an unknown authority', shown: await issue('unknown', { by: stranger }), why: 'cannot be verified' },
      {
        what: 'for another host',
        shown: await issue('other', { by: authority, host: 'other.example' }),
        why: 'is for another host',
      },
      { what: 'expired', shown: await issue('expired', { by: authority, days: '-1' }), why: 'has expired' },
    ],
  }
}

const read = async ({ cert, key }: Certificate) => ({ cert: await fs.readFile(cert), key: await fs.readFile(key) })

const portOf = async (server: http.Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

const askedThrough = async ({ origin }: Server) => {
  const headers = { authorization: `Bearer ${adminKey}` }
  const response = await fetch(`${origin}${basePath}/companies`, { headers })
  return { status: response.status, ...((await response.json()) as { title?: string }) }
}

experiment('A server whose certificate is not trusted is sent nothing', async () => {
  const { authority, good, bad } = await makeCertificates()
  const seen: string[] = []
  const answer: http.RequestListener = (request, response) => {
    seen.push(`${request.method} ${request.url}`)
    response.end('{"data":[]}')
  }
  const other = https.createServer(await read(good), answer)
  const address = `https://localhost:${await portOf(other)}`
  const front = async (upstream: string, trusted: Record<string, string>) => {
    const { folder } = await createTempFolder()
    return startServer(folder, { QUARTERDECK_UPSTREAM: upstream, QUARTERDECK_ADMIN_KEY: '', ...trusted })
  }
  const trusting = await front(address, { NODE_EXTRA_CA_CERTS: authority })
  const present = async (certificate: Certificate) => {
    other.setSecureContext(await read(certificate))
    other.closeAllConnections()
  }
  const refused = { status: 502, title: 'Certificate not trusted' }

  for (const { what, shown } of bad) {
    await present(shown)
    expect(await askedThrough(trusting), what).toMatchObject(refused)
  }
  await present(good)
  const byAddress = address.replace('localhost', '127.0.0.1')
  expect(await askedThrough(await front(address, {}))).toMatchObject(refused)
  expect(await askedThrough(await front(byAddress, { NODE_EXTRA_CA_CERTS: authority }))).toMatchObject(refused)
  expect(seen).toEqual([])

  expect(await askedThrough(trusting)).toMatchObject({ status: 200 })
  const plain = `http://localhost:${await portOf(http.createServer(answer))}`
  expect(await askedThrough(await front(plain, {}))).toMatchObject({ status: 200 })
  expect(seen).toHaveLength(2)
  return {
    harm: `a server of the API with a certificate ${bad.map(({ what }) => what).join(', ')}, for a name and not its address, or of an authority that nobody named`,
    count: `${bad.length + 2} certificates`,
    result: 'each answered with 502 (Certificate not trusted), no request reached it; the right one was asked',
  }
})

/** Gives a cluster another certificate, and requires TLS of every client. */
const secure = async (cluster: Cluster, certificate: Certificate) => {
  const { uid, gid } = await fs.stat(cluster.folder)
  for (const [name, content] of Object.entries(await read(certificate))) {
    const file = path.join(cluster.folder, name)
    await fs.writeFile(file, content, { mode: 0o600 })
    await fs.chown(file, uid, gid)
    await cluster.sql(`alter system set ssl_${name}_file = '${file}'`)
  }
  await cluster.sql('alter system set ssl = on')
  await cluster.stop()
  await cluster.start()
}

experiment('A database whose certificate is not trusted is not used', async () => {
  const { authority, good, bad } = await makeCertificates()
  const cluster = await startCluster({ settings: ['log_connections=on'] })
  const at = (host: string, query = '') =>
    `postgres://quarterdeck@${host}:${cluster.port}/postgres?sslmode=verify-full${query}`
  await cluster.sql('create role quarterdeck superuser login')
  const { folder } = await createTempFolder()
  const start = (url: string, trusted: Record<string, string> = {}) =>
    startServer(folder, { DATABASE_URL: url, QUARTERDECK_DEMO: 'off', ...trusted }, path.join(folder, 'log'))
  const refusal = async (...parameters: Parameters<typeof start>) => {
    await fs.rm(path.join(folder, 'log'), { force: true })
    await expect(start(...parameters)).rejects.toThrow('ended with code 1')
    return fs.readFile(path.join(folder, 'log'), 'utf8')
  }
  const named = `&sslrootcert=${authority}`
  const because = (why: string) => new RegExp(`The certificate of the database at \\S+ ${why}\\.`)

  for (const { what, shown, why } of bad) {
    await secure(cluster, shown)
    expect(await refusal(at('localhost', named)), what).toMatch(because(why))
  }
  await secure(cluster, good)
  expect(await refusal(at('localhost'))).toMatch(because('cannot be verified'))
  expect(await refusal(at('127.0.0.1', named))).toMatch(because('is for another host'))
  const told = () => fs.readFile(path.join(cluster.folder, 'log'), 'utf8')
  expect(await told()).not.toContain('user=quarterdeck')

  for (const [url, trusted] of [
    [at('localhost', named), {}],
    [at('localhost'), { NODE_EXTRA_CA_CERTS: authority }],
  ] as const) {
    const server = await start(url, trusted)
    expect(await askedThrough(server)).toMatchObject({ status: 200 })
    expect(await told()).toMatch(/user=quarterdeck .*SSL enabled/)
    await server.stop()
  }
  return {
    harm: `PostgreSQL with a certificate ${bad.map(({ what }) => what).join(', ')}, for a name and not its address, or of an authority that nobody named`,
    count: `${bad.length + 2} starts with sslmode=verify-full`,
    result:
      'none started, each with a sentence, no user was named to it; with sslrootcert or NODE_EXTRA_CA_CERTS it was used, by TLS',
  }
})
