import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTempFolder } from '../../testing/temp-folder'

const otherNamespaces = ['unshare', '--pid', '--net', '--uts', '--mount-proc', '--fork', '--kill-child']
const canUnshare = spawnSync(otherNamespaces[0] ?? '', [...otherNamespaces.slice(1), 'true']).status === 0

let parent: Awaited<ReturnType<typeof createTempFolder>>
let folder: string
const running: ChildProcess[] = []

beforeEach(async () => {
  parent = await createTempFolder()
  // Longer than the path of a socket may be.
  folder = path.join(parent.folder, 'a-folder-with-a-long-name/'.repeat(8))
  await fs.mkdir(folder, { recursive: true })
})
afterEach(async () => {
  for (const child of running.splice(0)) await kill(child)
  await parent.remove()
})

const script = `
  import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)}
  await lockFolder(process.argv[1]).then(() => console.log('locked'), ({ message }) => console.log(message))
  setInterval(() => {}, 60_000)`

/** Locks the folder in another process, with a temporary folder of its own; resolves to what that process says. */
const lockElsewhere = async (prefix: string[] = []) => {
  const temporary = await fs.mkdtemp(path.join(parent.folder, 'tmp-'))
  const command = [...prefix, process.execPath, '--import', 'tsx', '--input-type=module', '--eval', script, folder]
  const child = spawn(command[0] ?? '', command.slice(1), {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  const [said] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, said }
}

const kill = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const refusal = () =>
  `Another Quarterdeck is already using the data folder ${folder}. Stop it first, or set QUARTERDECK_DATA to another folder.`

describe('The lock of a data folder', () => {
  it('keeps a second process out, even if every file is deleted, and ends with kill -9', async () => {
    const first = await lockElsewhere()
    expect(first.said).toBe('locked')
    expect((await lockElsewhere()).said).toBe(refusal())
    for (const name of await fs.readdir(folder)) await fs.rm(path.join(folder, name), { recursive: true })
    expect((await lockElsewhere()).said).toBe(refusal())
    await kill(first.child)
    expect((await lockElsewhere()).said).toBe('locked')
  })

  it.skipIf(!canUnshare)('keeps two containers apart that share the folder', async () => {
    expect((await lockElsewhere(otherNamespaces)).said).toBe('locked')
    expect((await lockElsewhere(otherNamespaces)).said).toBe(refusal())
  })
})
