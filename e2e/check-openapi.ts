import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { build, installed, run } from '../src/scripts/steps.js'
import { adminKey, startServer } from './support/instance'

/**
 * Checks the OpenAPI document of a running server with other people’s tools: two linters, and three generators whose clients must
 * compile under --strict, read and write. The tools are not dependencies: they are installed in a temporary folder.
 */
const tools = [
  '@redocly/cli@2.77.0',
  '@stoplight/spectral-cli@6.16.3',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.90.0',
  'swagger-typescript-api@13.13.0',
  'typescript@5.9.3',
]

/** The two requests that each generated client makes. */
const clients = {
  'openapi-typescript': `
    import createClient from 'openapi-fetch'
    import type { paths } from './openapi-typescript'
    const { GET, PUT } = createClient<paths>({ baseUrl: origin, headers: { authorization } })
    const list = async () => (await GET('/api/public/v1/companies', { params: { query: { limit: 1 } } })).data?.data
    const write = async (id: string, employeeCount: number) =>
      (await PUT('/api/public/v1/companies/{id}', { params: { path: { id } }, body: { employeeCount } })).data?.data`,
  'hey-api': `
    import { companiesList, companiesUpdate } from './hey-api'
    import { client } from './hey-api/client.gen'
    client.setConfig({ baseUrl: origin, headers: { authorization } })
    const list = async () => (await companiesList({ query: { limit: 1 } })).data?.data
    const write = async (id: string, employeeCount: number) =>
      (await companiesUpdate({ path: { id }, body: { employeeCount } })).data?.data`,
  'swagger-typescript-api': `
    import { Api } from './swagger-typescript-api'
    const { api } = new Api({ baseUrl: origin, baseApiParams: { headers: { authorization } } })
    const list = async () => (await api.companiesList({ limit: 1 })).data.data
    const write = async (id: string, employeeCount: number) =>
      (await api.companiesUpdate(id, { employeeCount })).data.data`,
}

const programOf = (client: string) => `
  const { ORIGIN: origin = '', AUTHORIZATION: authorization = '' } = process.env
  ${client}
  const [company] = (await list()) ?? []
  if (!company) throw new Error('The client read no company.')
  const employeeCount = (company.employeeCount ?? 0) + 1
  const written = await write(company.id, employeeCount)
  if (written?.employeeCount !== employeeCount) throw new Error('The client wrote no company.')
`

const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'quarterdeck-openapi-'))
const at = (name: string) => path.join(folder, name)
const tool = (name: string) => path.join(folder, 'node_modules/.bin', name)

const faults: string[] = []
const check = async (what: string, command: string, parameters: string[], env: NodeJS.ProcessEnv = {}) => {
  const isGood = await run(command, parameters, { quiet: true, env })
  console.log(`${isGood ? 'good' : 'BAD '}  ${what}`)
  if (!isGood) faults.push(what)
}

const checkAll = async (origin: string) => {
  const document = await fetch(`${origin}/api/public/v1/openapi.json`)
  await fs.writeFile(at('openapi.json'), await document.text())

  // The specification has two paths that match the same URL; their descriptions say which one applies.
  const redocly = ['lint', at('openapi.json'), '--extends', 'recommended', '--skip-rule', 'no-ambiguous-paths']
  await check('Redocly: recommended rules', tool('redocly'), [...redocly, '--max-problems', '20'], {
    REDOCLY_TELEMETRY: 'off',
  })
  // No single contact is responsible for every installation.
  await fs.writeFile(at('spectral.yaml'), 'extends: ["spectral:oas"]\nrules: { info-contact: off }\n')
  const spectral = ['lint', at('openapi.json'), '-r', at('spectral.yaml'), '--fail-severity', 'warn']
  await check('Spectral: rules for OpenAPI', tool('spectral'), spectral)

  const generated = ['generate', '--path', at('openapi.json'), '--output', folder]
  await check('openapi-typescript: generates', tool('openapi-typescript'), [
    at('openapi.json'),
    '-o',
    at('openapi-typescript.d.ts'),
  ])
  await check('hey-api: generates', tool('openapi-ts'), ['-i', at('openapi.json'), '-o', at('hey-api')])
  await check('swagger-typescript-api: generates', tool('swagger-typescript-api'), [
    ...generated,
    '--name',
    'swagger-typescript-api.ts',
  ])

  const compilerOptions = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'esnext']
  const resolution = ['--moduleResolution', 'bundler', '--lib', 'es2023,dom,dom.iterable']
  for (const [name, client] of Object.entries(clients)) {
    const file = at(`use-${name}.ts`)
    await fs.writeFile(file, `declare const process: { env: Record<string, string | undefined> }\n${programOf(client)}`)
    await check(`${name}: compiles under --strict`, tool('tsc'), [...compilerOptions, ...resolution, file])
    await check(`${name}: reads and writes a company`, installed('tsx'), [file], {
      ORIGIN: origin,
      AUTHORIZATION: `Bearer ${adminKey}`,
    })
  }
}

try {
  await fs.writeFile(at('package.json'), '{ "type": "module" }')
  const install = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...tools]
  if (!(await build()) || !(await run('npm', install, { quiet: true }))) process.exit(1)
  const server = await startServer(at('data'), { QUARTERDECK_DEMO: '0.02' })
  await checkAll(server.origin).finally(server.stop)
} finally {
  await fs.rm(folder, { recursive: true })
}
process.exit(faults.length === 0 ? 0 : 1)
