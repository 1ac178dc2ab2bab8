import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { build } from '../../scripts/steps.js'
import { serveControl } from '../control/server'
import { saveArchive } from '../db/backup/file'
import { type Database, openDatabase } from '../db/database'
import { run, spawned } from '../testing/program'
import { emptyData, settings } from '../testing/server'
import { mountSmallDisk } from '../testing/small-disk'
import { createTempFolder } from '../testing/temp-folder'
import { thorough } from '../testing/thorough'

const canMount = await mountSmallDisk(64).then(async (disk) => {
  await disk?.remove()
  return disk !== null
})

/** Starts a command as a user without rights, which root has to become first. */
const asOther = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []
const canBeOther =
  asOther.length === 0 ||
  spawnSync(asOther[0] as string, [...asOther.slice(1), process.execPath, 'dist/server/cli.js', '--version']).status ===
    0

let data: Awaited<ReturnType<typeof emptyData>>
let folder: string
let remove: () => Promise<void>
let file: string
const environment = () => ({ QUARTERDECK_DATA: data.folder })

/** A database of eight megabytes that do not compress, and its backup. */
beforeAll(async () => {
  expect(await build()).toBe(true)
  data = await emptyData()
  ;({ folder, remove } = await createTempFolder())
  const database = await openDatabase({ folder: data.folder })
  for (let row = 0; row < 8; row++)
    await sql`
      insert into audit_events (id, at, operation, resource, record_id, before, after)
      values (gen_random_uuid(), now(), 'create', 'companies', ${String(row)}, 'null',
        ${JSON.stringify({ note: randomBytes(512 * 1024).toString('hex') })})`.execute(database.sql)
  await database.close()
  file = path.join(folder, 'whole.tar.gz')
  expect(await run(['backup', file], environment())).toEqual({ code: 0, out: `Backed up to ${file}.`, error: '' })
}, 180_000)

const notesIn = async (folder: string) => {
  const database = await openDatabase({ folder, upTo: null })
  const { rows } =
    await sql`select id, md5(after::text) as hash from audit_events where operation <> 'restore' order by id`.execute(
      database.sql,
    )
  await database.close()
  return rows
}

afterAll(async () => {
  await data.remove()
  await remove()
})

/** A running server whose backups stop half way until they are released, and those that have begun. */
const startHolding = async () => {
  const database = await openDatabase({ folder: data.folder })
  const held: { release: () => void }[] = []
  const running: Promise<void>[] = []
  const backUp: Database['backUp'] = (use) => {
    const done = database.backUp((archive) => {
      let release = () => {}
      const isReleased = new Promise<void>((resolve) => {
        release = resolve
      })
      const half = async function* (chunks: AsyncIterable<Buffer>) {
        let read = 0
        for await (const chunk of chunks) {
          if (read < 1_000_000 && read + chunk.length >= 1_000_000) {
            held.push({ release })
            await isReleased
          }
          read += chunk.length
          yield chunk
        }
      }
      return use(Readable.from(half(archive), { objectMode: false }))
    })
    running.push(done)
    return done
  }
  const control = await serveControl({ ...database, backUp }, data.folder, pino({ level: 'silent' }))
  return {
    held,
    stop: async () => {
      await control.close()
      for (const { release } of held) release()
      await Promise.allSettled(running)
      await database.close()
    },
  }
}

const partialsOf = async (file: string) => {
  const names = await fs.readdir(path.dirname(file))
  return names.filter((name) => name.startsWith(path.basename(file)) && name.endsWith('.partial'))
}

it('a backup killed half way leaves nothing under the final name, and the next one succeeds', async () => {
  const killed = path.join(folder, 'killed.tar.gz')
  const server = await startHolding()
  const child = spawned(['backup', killed], environment())
  const gone = new Promise((resolve) => child.once('close', resolve))
  await expect.poll(() => server.held.length).toBe(1)
  await expect.poll(() => partialsOf(killed)).toHaveLength(1)
  child.kill('SIGKILL')
  await gone
  await server.stop()
  expect(await fs.readdir(folder)).not.toContain('killed.tar.gz')

  const [left = ''] = await partialsOf(killed)
  const [recent, old] = [path.join(folder, left), `${killed}.partial`]
  await fs.writeFile(old, randomBytes(1000))
  await fs.utimes(old, new Date('2026-01-01'), new Date('2026-01-01'))
  await fs.mkdir(path.join(data.folder, 'backup-copy'))
  expect((await run(['backup', killed], environment())).code).toBe(0)
  expect((await run(['verify', killed])).out).toMatch(/is whole: 8 rows in /)
  expect(await fs.readdir(data.folder)).not.toContain('backup-copy')
  // One that is not old may belong to a backup that still runs.
  expect(await partialsOf(killed)).toEqual([left])
  await fs.rm(recent)
})

it('a backup whose server stops says so, and leaves what was there before', async () => {
  const kept = path.join(folder, 'broken-off.tar.gz')
  await fs.writeFile(kept, 'earlier')
  const server = await startHolding()
  const backup = run(['backup', kept], environment())
  await expect.poll(() => server.held.length).toBe(1)
  await expect.poll(() => partialsOf(kept)).toHaveLength(1)
  await server.stop()
  expect(await backup).toEqual({
    ...{ code: 1, out: '' },
    error: `The server stopped, or could not finish the backup; its log says why. ${kept} was not written. Try again.`,
  })
  expect(await fs.readFile(kept, 'utf8')).toBe('earlier')
  expect(await partialsOf(kept)).toEqual([])
})

it('a backup is refused where it cannot be put, before its database is opened', async () => {
  const nowhere = { DATABASE_URL: 'postgres://127.0.0.1:1/quarterdeck' }
  const refusals: [name: string, error: string][] = [
    [path.join(folder, 'missing', 'saved.tar.gz'), `The folder ${folder}/missing does not exist. Create it first.`],
    [path.join(file, 'saved.tar.gz'), `${file}/saved.tar.gz cannot be a file there. Choose another name.`],
    [folder, `${folder} is not a file. Choose another name.`],
  ]
  for (const [name, error] of refusals)
    expect(await run(['backup', name], nowhere)).toEqual({ code: 1, out: '', error })
})

it('a backup that breaks off leaves what was there before', thorough, async () => {
  const kept = path.join(folder, 'kept.tar.gz')
  await fs.writeFile(kept, 'earlier')
  const broken = Readable.from(
    (async function* () {
      yield 'first part'
      throw new Error('The connection was lost.')
    })(),
  )
  await expect(saveArchive(kept, broken)).rejects.toThrow('The connection was lost.')
  expect(await fs.readFile(kept, 'utf8')).toBe('earlier')
  expect(await partialsOf(kept)).toEqual([])
})

it('two backups to one file do not write into each other', async () => {
  const file = path.join(folder, 'twice.tar.gz')
  const parts = [randomBytes(1000), randomBytes(10), randomBytes(1000), randomBytes(10)]
  const [first, second] = [new PassThrough(), new PassThrough()]
  const slow = saveArchive(file, first)
  first.write(parts[0])
  await expect.poll(() => partialsOf(file)).toHaveLength(1)
  const quick = saveArchive(file, second)
  second.end(parts[1])
  await quick
  expect(await fs.readFile(file)).toEqual(parts[1])
  first.write(parts[2])
  first.end(parts[3])
  await slow
  expect(await fs.readFile(file)).toEqual(Buffer.concat([parts[0], parts[2], parts[3]] as Buffer[]))
  expect(await partialsOf(file)).toEqual([])
})

it('a backup replaces no pipe, link or folder', async () => {
  const names = ['pipe', 'link', 'folder'].map((name) => path.join(folder, name))
  const [pipe = '', link = '', inner = ''] = names
  spawnSync('mkfifo', [pipe])
  await fs.symlink(file, link)
  await fs.mkdir(inner)
  const before = await fs.readdir(folder)
  for (const name of names)
    expect(await run(['backup', name], environment())).toEqual({
      code: 1,
      out: '',
      error: `${name} is not a file. Choose another name.`,
    })
  expect((await fs.lstat(pipe)).isFIFO()).toBe(true)
  expect((await fs.lstat(link)).isSymbolicLink()).toBe(true)
  expect(await fs.readdir(folder)).toEqual(before)
})

it.runIf(canMount)('a backup onto a full disk leaves nothing there', thorough, async () => {
  const disk = await mountSmallDisk(64)
  onTestFinished(() => disk?.remove())
  const target = disk?.folder ?? ''
  expect(await run(['backup', `${target}/full.tar.gz`], environment())).toEqual({
    code: 1,
    out: '',
    error: `There is not enough space for the backup in ${target}. Nothing was left there.`,
  })
  expect(await fs.readdir(target)).toEqual([])
})

it.runIf(canMount)('a backup onto a read-only disk says what to do', async () => {
  const disk = await mountSmallDisk(64)
  onTestFinished(() => disk?.remove())
  disk?.makeReadOnly()
  const { error } = await run(['backup', `${disk?.folder}/saved.tar.gz`], environment())
  expect(error).toBe(`The disk of ${disk?.folder} is read-only. Choose a folder on another disk.`)
})

it.runIf(canMount)('a backup needs space for a copy only while the server runs', async () => {
  const disk = await mountSmallDisk(128 * 1024)
  onTestFinished(() => disk?.remove())
  const place = disk?.folder ?? ''
  const environment = { QUARTERDECK_DATA: path.join(place, 'data') }
  await fs.cp(inject('emptyData'), environment.QUARTERDECK_DATA, { recursive: true })
  const saved = path.join(folder, 'alone.tar.gz')
  expect(await run(['backup', saved], environment)).toEqual({ code: 0, out: `Backed up to ${saved}.`, error: '' })
  const database = await openDatabase({ folder: environment.QUARTERDECK_DATA })
  onTestFinished(() => database.close())
  await expect(database.backUp((archive) => saveArchive(saved, archive))).rejects.toThrow(
    /^While the server runs, a backup needs \d+ MB of free space in the data folder\. Free some, or stop the server/,
  )
})

it.runIf(canMount)('a restore onto a full disk restores nothing', thorough, async () => {
  const used = await fs.readdir(inject('emptyData'), { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    used.map(async (entry) => Math.ceil((await fs.stat(path.join(entry.parentPath, entry.name))).size / 4096) * 4),
  )
  const disk = await mountSmallDisk(sizes.reduce((sum, size) => sum + size, 0) + 4096)
  onTestFinished(() => disk?.remove())
  const isFull = {
    code: 1,
    out: '',
    error: 'The disk of the database is full. Nothing was restored. Free some space, then try again.',
  }
  const made = path.join(disk?.folder ?? '', 'made')
  expect(await run(['restore', file], { QUARTERDECK_DATA: made })).toEqual(isFull)
  expect(await fs.readdir(made)).toEqual([])
  const target = path.join(disk?.folder ?? '', 'data')
  await fs.cp(inject('emptyData'), target, { recursive: true })
  expect(await run(['restore', file], { QUARTERDECK_DATA: target })).toEqual(isFull)
  disk?.grow(256 * 1024)
  const database = await openDatabase({ folder: target, upTo: null })
  expect((await sql`select from audit_events`.execute(database.sql)).rows).toEqual([])
  await database.close()
})

it('a restore into a new folder that is killed or refused leaves no database, and the next one succeeds', async () => {
  const target = path.join(folder, 'restored')
  const place = { QUARTERDECK_DATA: target }
  const pipe = path.join(folder, 'half.tar.gz')
  spawnSync('mkfifo', [pipe])
  const child = spawned(['restore', pipe], place)
  const gone = new Promise((resolve) => child.once('close', resolve))
  // Also for reading, because otherwise this would wait for good if the command ended early.
  const writer = await fs.open(pipe, 'r+')
  // More than is read ahead, so rows are being restored once all of it has been taken.
  await writer.write((await fs.readFile(file)).subarray(0, 4_000_000))
  child.kill('SIGKILL')
  await gone
  await writer.close()
  expect(await fs.readdir(target)).toEqual(['database-restoring'])

  const changed = path.join(folder, 'altered.tar.gz')
  await fs.writeFile(changed, replaced(await fs.readFile(file), '"note', '"vote'))
  expect((await run(['restore', changed], place)).error).toMatch(/was changed or damaged: its content does not match/)
  expect(await fs.readdir(target)).toEqual([])

  expect((await run(['restore', file], place)).out).toMatch(/^Restored 8 rows of /)
  expect(await fs.readdir(target)).toEqual(['database'])
  expect(await notesIn(target)).toEqual(await notesIn(data.folder))
})

it.runIf(canBeOther)('a backup into a folder without the right to write leaves nothing there', thorough, async () => {
  const own = await createTempFolder()
  await fs.cp(data.folder, own.folder, { recursive: true })
  const target = path.join(folder, 'read-only')
  await fs.mkdir(target, { mode: 0o555 })
  await fs.chmod(folder, 0o755)
  if (asOther.length > 0) spawnSync('chown', ['-R', '65534', own.folder])
  expect(await run(['backup', `${target}/saved.tar.gz`], { QUARTERDECK_DATA: own.folder }, asOther)).toEqual({
    code: 1,
    out: '',
    error: `This user may not write to ${target}.`,
  })
  expect(await fs.readdir(target)).toEqual([])
  const shared = path.join(folder, 'shared')
  await fs.mkdir(shared)
  await fs.chmod(shared, 0o1777)
  const left = path.join(shared, 'saved.tar.gz.partial')
  await fs.writeFile(left, '')
  await fs.utimes(left, new Date('2026-01-01'), new Date('2026-01-01'))
  const { code } = await run(['backup', `${shared}/saved.tar.gz`], { QUARTERDECK_DATA: own.folder }, asOther)
  // Another user's, which only root can have made here, stays.
  const kept = asOther.length > 0 ? ['saved.tar.gz', path.basename(left)] : ['saved.tar.gz']
  expect([code, (await fs.readdir(shared)).sort()]).toEqual([0, kept])
  const secret = path.join(folder, 'secret.tar.gz')
  await fs.copyFile(file, secret)
  await fs.chmod(secret, 0o000)
  expect(await run(['restore', secret], { QUARTERDECK_DATA: `${own.folder}/new` }, asOther)).toEqual({
    code: 1,
    out: '',
    error: `This user may not read ${secret}.`,
  })
  expect(await fs.readdir(own.folder)).not.toContain('new')
  await own.remove()
})

const replaced = (content: Buffer, from: string, to: string) => {
  const tar = gunzipSync(content)
  tar.write(to, tar.indexOf(from))
  return gzipSync(tar, { level: 1 })
}

it(
  'a changed, cut, newer or foreign archive is refused with one sentence, and restores nothing',
  thorough,
  async () => {
    const whole = await fs.readFile(file)
    const bad: [name: string, content: Buffer, error: RegExp][] = [
      ['foreign', Buffer.from('companies\n'), /^\S+ is not a backup of Quarterdeck\. Check the name\.$/],
      ['newer', replaced(whole, '"format": 1', '"format": 2'), /^\S+ was made by Quarterdeck \S+, which is newer than/],
      ['cut', whole.subarray(0, whole.length - 3_000_000), /^\S+ is incomplete: its end is missing\./],
      ['changed', replaced(whole, '"note', '"vote'), /^\S+ was changed or damaged: its content does not match/],
    ]
    const { environment: database, drop } = await (settings.at(-1) ?? expect.unreachable()).make()
    onTestFinished(drop)
    const elsewhere = { QUARTERDECK_DATA: path.join(folder, 'new'), ...database }
    if (!database.DATABASE_URL) await fs.cp(inject('emptyData'), elsewhere.QUARTERDECK_DATA, { recursive: true })
    for (const [name, content, error] of bad) {
      const copy = path.join(folder, `${name}.tar.gz`)
      await fs.writeFile(copy, content)
      const refused = { code: 1, out: '', error: expect.stringMatching(error) }
      expect(await run(['verify', copy])).toEqual(refused)
      // One that is cut shows as late as one that was changed, and costs as much time.
      if (name !== 'cut') expect(await run(['restore', copy], elsewhere)).toEqual(refused)
    }
    // A database with a single row would be refused.
    expect((await run(['restore', file], elsewhere)).out).toMatch(/^Restored 8 rows of /)
  },
)
