import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

type Change = { release: string; migration: string; statements: string[]; writer?: number }

/** Replaces what must be there once in the built files. */
const replaceIn = async (folder: string, from: string, to: string) => {
  let count = 0
  for (const name of await fs.readdir(folder)) {
    if (!name.endsWith('.js')) continue
    const text = await fs.readFile(`${folder}/${name}`, 'utf8')
    if (!text.includes(from)) continue
    count += text.split(from).length - 1
    await fs.writeFile(`${folder}/${name}`, text.replaceAll(from, to))
  }
  if (count === 0) throw new Error(`The built server has no ${from}.`)
}

const current = JSON.parse(await fs.readFile('package.json', 'utf8')).version as string

/** A copy of the build as a release with further migrations, each with its statements. Returns where it is. */
export const makeRelease = async ({ release, writer }: Pick<Change, 'release' | 'writer'>, changes: Change[]) => {
  // Below node_modules, where the built files find their dependencies.
  const dist = `node_modules/.cache/quarterdeck-${release}`
  await fs.rm(dist, { recursive: true, force: true })
  await fs.cp('dist', dist, { recursive: true })
  await fs.writeFile(`${dist}/package.json`, '{"type":"module"}')
  const steps = changes.map(
    ({ migration, statements }) =>
      `${JSON.stringify(migration)}: { up: async (database) => { for (const statement of ${JSON.stringify(statements)}) await sql.raw(statement).execute(database) } }`,
  )
  const next = '"015-kept-briefs":'
  await replaceIn(`${dist}/server`, next, [...steps, next].join(', '))
  await replaceIn(`${dist}/server`, `version: "${current}",`, `version: "${release}",`)
  if (writer !== undefined) {
    // The bundler writes the number where it is used.
    await replaceIn(`${dist}/server`, 'sql.lit(2)', `sql.lit(${writer})`)
    await replaceIn(`${dist}/server`, 'least > 2)', `least > ${writer})`)
  }
  return dist
}

/** Runs a command of `quarterdeck` as an operator would. */
export const runCommand = async (words: string[], environment: Record<string, string>, dist = 'dist') => {
  const { PATH = '' } = process.env
  return execute(process.execPath, [`${dist}/server/cli.js`, ...words], { env: { PATH, ...environment } }).then(
    ({ stdout }) => ({ code: 0, said: stdout.trim() }),
    ({ code, stdout, stderr }) => ({ code, said: `${stdout}${stderr}`.trim().replaceAll(/\s+/g, ' ') }),
  )
}
