import { spawn } from 'node:child_process'
import { unoptimised } from '../../scripts/short-lived.js'

/** Starts a command of the built program; `by` is what starts it, such as `prlimit`. */
export const spawned = (words: string[], environment: Record<string, string>, by: string[] = []) => {
  const [command = '', ...parameters] = [...by, process.execPath, ...unoptimised, 'dist/server/cli.js', ...words]
  return spawn(command, parameters, {
    env: { PATH: process.env.PATH ?? '', QUARTERDECK_DEMO: 'off', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs a command to its end. */
export const run = async (words: string[], environment: Record<string, string> = {}, by?: string[]) => {
  const child = spawned(words, environment, by)
  let [out, error] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    error += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, out: out.trim(), error: error.trim() }
}

/** Starts the server and waits for its start screen. */
export const start = async (environment: Record<string, string>) => {
  const child = spawned(['start'], { PORT: '0', ...environment })
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
  const screen = await new Promise<string>((resolve, reject) => {
    let shown = ''
    child.stdout.on('data', (chunk) => {
      shown += chunk
      if (/^ +Stop /m.test(shown)) resolve(shown)
    })
    exit.then((code) => reject(new Error(`The server ended with ${code}.`)))
  })
  return {
    origin: /^ +Address +(\S+)$/m.exec(screen)?.[1] ?? '',
    stop: async () => {
      child.kill('SIGTERM')
      await exit
    },
  }
}
