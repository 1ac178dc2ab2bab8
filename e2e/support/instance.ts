import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { createTempFolder } from '../../src/server/testing/temp-folder'

/** A running Quarterdeck with its own data folder. */
export type Server = {
  /** Where the console is: an origin, and the path below which it is served. */
  origin: string
  /** The sign-in link that this start printed. */
  signInLink: string
  pid: number
  /** Sends a signal and resolves with the exit code when the process has ended; null if it was killed. */
  kill: (signal: NodeJS.Signals) => Promise<number | null>
  stop: () => Promise<void>
}

/** The path below which the tests have the console served: E2E_BASE_PATH=/ops/console/ npm run test:browser. */
export const basePathOfTests = (process.env.E2E_BASE_PATH ?? '').replace(/\/$/, '')

/** The `href` of a link to a page of the console. */
export const hrefOf = (path: string) => basePathOfTests + path

/** The key with every scope on the test servers. */
export const adminKey = 'e2e-admin-key-of-more-than-thirty-two-characters'

/** A data folder with the sample: more than a thousand small files, which many at once cost twice as much to copy. */
export const copyOfSample = async () => {
  const data = await createTempFolder()
  fs.cpSync(process.env.E2E_SAMPLE ?? '', data.folder, { recursive: true })
  return data
}

/** Arguments for Node that only tests have, see playwright.config.ts: measurements run the server as people do. */
const nodeArguments = process.env.E2E_NODE_ARGUMENTS?.split(' ') ?? []

/**
 * Starts the built server, on a free port by default, and waits for its start screen. `log` is a file to log to; `dist` is
 * where it was built.
 */
export const startServer = async (
  folder: string,
  environment: Record<string, string> = {},
  log?: string,
  dist = 'dist',
): Promise<Server> => {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [...nodeArguments, `${dist}/server/cli.js`], {
    env: {
      PATH,
      PORT: '0',
      QUARTERDECK_DATA: folder,
      QUARTERDECK_ADMIN_KEY: adminKey,
      LOG_LEVEL: 'warn',
      ...(basePathOfTests && { QUARTERDECK_URL: `http://127.0.0.1${basePathOfTests}` }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', log ? fs.openSync(log, 'a') : 'inherit'],
  })
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const started = new Promise<string>((resolve, reject) => {
    let screen = ''
    child.stdout?.on('data', (chunk) => {
      screen += chunk
      if (/^ +Stop /m.test(screen)) resolve(screen)
    })
    exit.then((code) => reject(new Error(`The server ended with code ${code} before it served.\n${screen}`)))
  })
  const screen = await started
  const shown = (label: string) => new RegExp(`^ +${label} +(\\S+)$`, 'm').exec(screen)?.[1] ?? ''
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exit
  }
  return {
    origin: shown('Address'),
    signInLink: shown('Sign in'),
    pid: child.pid ?? 0,
    kill,
    stop: async () => void (await kill('SIGTERM')),
  }
}
