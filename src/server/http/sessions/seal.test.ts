import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSessionSeal, loadOrCreateSecret } from './seal'

const secret = 'a secret of at least thirty-two characters'
const noon = new Date('2026-11-21T12:00:00.000Z')
const { seal, open } = createSessionSeal(secret, () => noon)

describe('A sealed session', () => {
  it('decrypts to its key for twelve hours', async () => {
    const { sealed, session } = await seal('qd_key', null, 'Firefox on Linux')
    expect(sealed).not.toContain('qd_key')
    expect(await open(sealed)).toEqual(session)
    expect(session).toMatchObject({ key: 'qd_key', browser: 'Firefox on Linux', beganAt: noon })
    const later = (instant: string) => createSessionSeal(secret, () => new Date(instant)).open(sealed)
    expect(await later('2026-11-21T23:59:59.000Z')).toMatchObject({ key: 'qd_key' })
    expect(await later('2026-11-22T00:00:01.000Z')).toBeNull()
  })

  it('of an earlier release still decrypts', async () => {
    const sealed =
      'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..H71jrMTmosyqyVqg.7Gu4X5vAt7F4EDpgrV6czQrTq7wX-wYqSb_4FouI7eE0e07_RBh4q3R-Fd06Xdjnly2VpsPgPwAQ7CSxUOtb6HKsz6lugjwi4Fcr4RkAf5spVWrDKHpZ7j4eo-q7MBp3J0Ld-yfBl2ScXRKwfDvPAfn0g1bZvYqpDXJGmg.a4b04BExxVGT1JQWjCakQQ'
    expect(await open(sealed)).toEqual({
      id: 'ce2c08a3-8cd3-4adc-81a1-28d644cfbe71',
      key: 'qd_key',
      browser: 'Firefox on Linux',
      beganAt: noon,
      expiresAt: new Date('2026-11-22T00:00:00.000Z'),
    })
  })

  it('ends with the key that it holds', async () => {
    const { session } = await seal('qd_key', new Date('2026-11-21T13:30:00.000Z'), 'Firefox')
    expect(session.expiresAt).toEqual(new Date('2026-11-21T13:30:00.000Z'))
  })

  it('decrypts with its own secret only, and not after a change', async () => {
    const { sealed } = await seal('qd_key', null, 'Firefox')
    expect(await createSessionSeal(`${secret}!`, () => noon).open(sealed)).toBeNull()
    const parts = sealed.split('.')
    const [text = ''] = parts.splice(3, 1)
    expect(
      await open(
        [...parts.slice(0, 3), text.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')), ...parts.slice(3)].join('.'),
      ),
    ).toBeNull()
    expect(await open('')).toBeNull()
  })
})

describe('The kept secret', () => {
  let folder: string
  beforeEach(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'quarterdeck-'))
  })
  afterEach(() => fs.rm(folder, { recursive: true }))

  it('is created once, readable by its owner only', async () => {
    const data = path.join(folder, 'data')
    const secrets = await Promise.all(Array.from({ length: 8 }, () => loadOrCreateSecret(data, true)))
    expect(secrets[0]).toMatch(/^[\w-]{43}$/)
    expect(new Set([...secrets, await loadOrCreateSecret(data, true)])).toEqual(new Set([secrets[0]]))
    expect((await fs.stat(path.join(data, 'secret'))).mode & 0o777).toBe(0o600)
    expect(await fs.readdir(data)).toEqual(['secret'])
  })

  it('is the same for a process that starts while another one writes it', async () => {
    const write = fs.writeFile
    let other = ''
    const slow = vi.spyOn(fs, 'writeFile').mockImplementationOnce(async (file, text, options) => {
      await write(file, '', options)
      other = await loadOrCreateSecret(folder, true)
      await write(file, text)
    })
    const own = await loadOrCreateSecret(folder, true).finally(() => slow.mockRestore())
    expect(other).toMatch(/^[\w-]{43}$/)
    expect(own).toBe(other)
  })

  it('is created once on a file system without hard links too', async () => {
    const link = vi.spyOn(fs, 'link').mockRejectedValue(Object.assign(new Error('no links'), { code: 'EPERM' }))
    const created = await loadOrCreateSecret(folder, true).finally(() => link.mockRestore())
    expect(created).toMatch(/^[\w-]{43}$/)
    expect(await loadOrCreateSecret(folder, true)).toBe(created)
    expect((await fs.stat(path.join(folder, 'secret'))).mode & 0o777).toBe(0o600)
    expect(await fs.readdir(folder)).toEqual(['secret'])
  })

  it.each(['', 'the-start-of-a-secret'])('is refused with a sentence if its file holds only %j', async (text) => {
    const file = path.join(folder, 'secret')
    await fs.writeFile(file, text)
    await expect(loadOrCreateSecret(folder, true)).rejects.toThrow(
      `The session secret in ${file} is incomplete, so sessions would not be safe. Delete the file and start again`,
    )
  })

  it('is refused with a sentence if the folder cannot be created', async () => {
    await expect(loadOrCreateSecret('package.json', true)).rejects.toThrow(
      /^The data folder package\.json cannot be used: .* Set QUARTERDECK_DATA/,
    )
  })
})
