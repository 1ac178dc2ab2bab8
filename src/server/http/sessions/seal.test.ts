import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
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
  it('is created once, readable by its owner only', async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'quarterdeck-'))
    const data = path.join(folder, 'data')
    const secrets = await Promise.all([loadOrCreateSecret(data), loadOrCreateSecret(data)])
    expect(secrets[0]?.length).toBeGreaterThanOrEqual(32)
    expect(await loadOrCreateSecret(data)).toBe(secrets[0])
    expect((await fs.stat(path.join(data, 'secret'))).mode & 0o777).toBe(0o600)
    await fs.rm(folder, { recursive: true })
  })

  it('is refused with a sentence if the folder cannot be created', async () => {
    await expect(loadOrCreateSecret('package.json')).rejects.toThrow(
      /^The data folder package\.json cannot be used: .* Set QUARTERDECK_DATA/,
    )
  })
})
