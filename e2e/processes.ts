import fs from 'node:fs/promises'
import type { Cluster } from './cluster'

/** The first process of a cluster, which all others of it come from. */
export const postmasterOf = async ({ folder }: Cluster) =>
  Number((await fs.readFile(`${folder}/data/postmaster.pid`, 'utf8')).split('\n')[0])

/** Of Linux's /proc: a process's parent, and the seconds of processor time that it and its ended children have used. */
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

/** Stops or continues a process with its children, as a machine that hangs would. */
export const signalFamily = async (pid: number, signal: 'SIGSTOP' | 'SIGCONT') => {
  for (const one of await familyOf(pid)) process.kill(one.pid, signal)
}

/** Seconds of processor time that a process and its children have used so far. */
export const processorSeconds = async (pid: number) =>
  (await familyOf(pid)).reduce((sum, { seconds }) => sum + seconds, 0)
