import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

// Runs before anything is installed, so it imports only Node's own modules.

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Exits with a sentence if Node is too old. */
export const requireNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return
  console.error(
    `Quarterdeck needs Node 20.19, 22.12 or later; this is ${process.versions.node}. Get one from https://nodejs.org.`,
  )
  process.exit(1)
}

/**
 * Runs a command to its end, with its output shown, and says how it went.
 * @param {string} command
 * @param {string[]} parameters
 * @param {{ quiet?: boolean, env?: NodeJS.ProcessEnv, to?: string }} [options] quiet shows the output of a failure only; to is a file for it
 * @returns {Promise<boolean>}
 */
export const run = (command, parameters, { quiet = false, env = {}, to } = {}) =>
  new Promise((resolve) => {
    const file = to ? fs.openSync(to, 'w') : null
    const child = spawn(command, parameters, {
      cwd: root,
      env: { ...process.env, ...env },
      // Written by the child itself, so that the file is whole when it ends.
      stdio: ['ignore', file ?? (quiet ? 'pipe' : 'inherit'), quiet ? 'pipe' : 'inherit'],
      shell: process.platform === 'win32',
    })
    if (file !== null) fs.closeSync(file)
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.once('error', () => resolve(false))
    child.once('close', (code) => {
      if (code !== 0) process.stderr.write(output)
      resolve(code === 0)
    })
  })

/**
 * The path of a command that the project has installed.
 * @param {string} name
 */
export const installed = (name) => path.join(root, 'node_modules/.bin', name)

/** Installs the dependencies unless those of this lockfile are there. */
export const install = () =>
  unlessStamped('node_modules/.quarterdeck-lock', ['package-lock.json'], 'Installing', () =>
    // The lockfile has every package's hash, so npm's cache is as good as a download.
    run('npm', ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund'], { quiet: true }),
  )

const sources = ['index.html', 'package-lock.json', 'public', 'src', 'tsconfig.json', 'vite.config.ts']

/**
 * Builds the web app and the server unless the build of these sources is there. Whatever the shell or a test runner has set,
 * it is the build that people get.
 */
export const build = () =>
  unlessStamped('dist/.sources', sources, 'Building', () =>
    run(installed('vite'), ['build'], { quiet: true, env: { NODE_ENV: 'production' } }),
  )

/**
 * @param {string} stamp the file that holds the hash of what the step was last done for
 * @param {string[]} inputs
 * @param {string} title
 * @param {() => Promise<boolean>} step
 */
const unlessStamped = async (stamp, inputs, title, step) => {
  const file = path.join(root, stamp)
  const hash = hashOf(inputs)
  if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === hash) return true
  const start = performance.now()
  process.stdout.write(`${title} ... `)
  // Remove the stamp first: a failed step may leave partial output.
  fs.rmSync(file, { force: true })
  if (!(await step())) {
    console.error(`${title} failed. What went wrong stands above.`)
    return false
  }
  fs.writeFileSync(file, hash)
  console.log(`done in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return true
}

/** @param {string[]} inputs files and folders, from the root */
const hashOf = (inputs) => {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesIn)) hash.update(`${file}\0`).update(fs.readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

/** @param {string} input @returns {string[]} */
const filesIn = (input) => {
  const stats = fs.statSync(path.join(root, input), { throwIfNoEntry: false })
  if (!stats) return []
  if (!stats.isDirectory()) return [input]
  return fs
    .readdirSync(path.join(root, input))
    .sort()
    .flatMap((name) => filesIn(path.join(input, name)))
}
