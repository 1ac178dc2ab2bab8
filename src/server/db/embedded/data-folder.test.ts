import { spawnSync } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { loadOrCreateSecret } from '../../http/sessions/seal'
import { saveRecords } from '../../resources/save-records'
import { createTestApi, sampleCompany } from '../../testing/server'
import { createTempFolder } from '../../testing/temp-folder'
import { type Database, openDatabase } from '../database'
import { createListCache } from '../list-engine/list-cache'

const mount = (...options: string[]) => spawnSync('mount', ['-t', 'tmpfs', ...options]).status === 0

/** Where this user may mount one: a disk of its own, with an empty database on it. */
const disk = await createTempFolder()
const isMounted = mount('-o', 'size=160m', 'tmpfs', disk.folder)
const folder = path.join(disk.folder, 'data')
const filler = path.join(disk.folder, 'filler')

const fill = async () => {
  const file = await fs.open(filler, 'w')
  const block = Buffer.alloc(64 * 1024)
  for (let isFull = false; !isFull; )
    isFull = await file.write(block).then(
      ({ bytesWritten }) => bytesWritten < block.length,
      () => true,
    )
  await file.close()
}

afterAll(async () => {
  if (isMounted) spawnSync('umount', [disk.folder])
  await disk.remove()
})

describe.runIf(isMounted)('A full disk under the embedded database', () => {
  let database: Database
  const company = sampleCompany()

  beforeAll(async () => {
    await fs.cp(inject('emptyData'), folder, { recursive: true })
    database = await openDatabase({ folder })
    await saveRecords(database, 'companies', [company])
  })

  it('refuses writes with a sentence, keeps reading, logs the folder, and recovers when there is space', async () => {
    const log: { msg: string; err: { message: string } }[] = []
    const { ask } = await createTestApi(
      database,
      createListCache(),
      pino({ level: 'warn' }, { write: (line) => log.push(JSON.parse(line)) }),
    )
    const address = `/companies/${company.id}`
    await fill()
    const refused = await ask(address, { body: { name: 'Renamed' } })
    expect(refused.status).toBe(507)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(refused.json).toMatchObject({
      title: 'Disk full',
      detail: expect.stringMatching(/^The disk of the data folder is full\. Nothing was changed\./),
    })
    expect((await ask(address)).json.data.name).toBe(company.name)
    expect((await ask('/companies')).json.data).toHaveLength(1)
    expect(log).toMatchObject([
      {
        msg: 'Disk full',
        err: { message: expect.stringMatching(`^The disk of the data folder ${folder} is full\\.`) },
      },
    ])
    await fs.rm(filler)
    expect((await ask(address, { body: { name: 'Renamed' } })).json.data.name).toBe('Renamed')
  })

  it('stops a start with a sentence, and leaves nothing partial', async () => {
    await database.close()
    const fresh = path.join(disk.folder, 'fresh')
    await fill()
    await expect(loadOrCreateSecret(fresh, true)).rejects.toThrow(
      `The disk of the data folder ${fresh} is full. Free some space`,
    )
    await expect(openDatabase({ folder: fresh })).rejects.toThrow(`The disk of the data folder ${fresh} is full.`)
    await fs.rm(filler)
    expect(await fs.readdir(fresh)).toEqual([])
  })

  it('says that a disk is read-only', async () => {
    // Busy for as long as the engine's thread has a file open.
    await expect.poll(() => mount('-o', 'remount,ro', 'tmpfs', disk.folder)).toBe(true)
    for (const place of [folder, path.join(disk.folder, 'new'), path.join(disk.folder, 'new', 'one')])
      await expect(openDatabase({ folder: place })).rejects.toThrow(
        `The data folder ${place} cannot be used: its disk is read-only. Set QUARTERDECK_DATA to another folder.`,
      )
  })
})

it.runIf(process.getuid?.() === 0)(
  'root leaves a database of another user alone, who could not open it any more',
  async () => {
    const { folder, remove } = await createTempFolder()
    await fs.cp(inject('emptyData'), folder, { recursive: true })
    await fs.chown(path.join(folder, 'database'), 65_534, 65_534)
    await expect(openDatabase({ folder })).rejects.toThrow(
      `The data folder ${folder}, or a file in it, belongs to the user 65534, but this is the user 0.`,
    )
    await fs.rm(path.join(folder, 'database'), { recursive: true })
    await fs.chown(folder, 65_534, 65_534)
    const left = await fs.readdir(folder)
    await expect(loadOrCreateSecret(folder, true)).rejects.toThrow('belongs to the user 65534, but this is the user 0.')
    await expect(openDatabase({ folder })).rejects.toThrow('belongs to the user 65534, but this is the user 0.')
    expect(await fs.readdir(folder)).toEqual(left)
    await remove()
  },
)
