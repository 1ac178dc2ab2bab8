import fs from 'node:fs/promises'
import type { Cluster } from './cluster'

/** The main process of a cluster. */
export const postmasterOf = async ({ folder }: Cluster) =>
  Number((await fs.readFile(`${folder}/data/postmaster.pid`, 'utf8')).split('\n')[0])

/** From /proc: a process’s parent, and the processor seconds of it and its ended children. */
const statOf = async (pid: number) => {
  const text = await fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [, parent, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const times = rest.slice(9, 13).map(Number)
  return { pid, parent: Number(parent), seconds: times.reduce((sum, ticks) => sum + ticks, 0) / 100 }
}

/** A process and its children. */
const familyOf = async (pid: number) => {
  const pids = (await fs.readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const all = await Promise.all(pids.map(statOf))
  return all.filter((one) => one.pid === pid || one.parent === pid)
}

/** Suspends or resumes a process with its children, to simulate a machine that hangs. */
export const signalFamily = async (pid: number, signal: 'SIGSTOP' | 'SIGCONT') => {
  for (const one of await familyOf(pid)) process.kill(one.pid, signal)
}

/** Processor seconds used by a process and its children. */
export const processorSeconds = async (pid: number) =>
  (await familyOf(pid)).reduce((sum, { seconds }) => sum + seconds, 0)
