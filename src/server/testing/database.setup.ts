import { cpSync } from 'node:fs'
import path from 'node:path'
import v8 from 'node:v8'
import type { TestProject } from 'vitest/node'
import { shortLived } from '../../scripts/short-lived.js'
import { openDatabase } from '../db/database'
import { makeDatabase } from './make-database'
import { hasPooler, type PoolMode, startPooler } from './pooler'
import { createTempFolder } from './temp-folder'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A data folder with an empty database, to copy. */
    emptyData: string
    /** The same before any migration. */
    bareData: string
    /** The name of an empty database on TEST_DATABASE_URL, to copy; null without one. */
    emptyDatabase: string | null
    /** The ports of PgBouncer in front of TEST_DATABASE_URL, by its mode; null where one of both is missing. */
    poolers: Record<PoolMode, string> | null
  }
}

const testServer = process.env.TEST_DATABASE_URL

/** Makes an empty database on each engine once, and starts PgBouncer in both modes. */
const setUp = async ({ provide }: TestProject) => {
  // This process cannot be given arguments, as the workers are.
  for (const flag of shortLived) v8.setFlagsFromString(flag)
  const { folder, remove } = await createTempFolder()
  const [emptyData, bareData] = [path.join(folder, 'empty'), path.join(folder, 'bare')]
  await (await openDatabase({ folder: emptyData, upTo: null })).close()
  cpSync(emptyData, bareData, { recursive: true })
  await (await openDatabase({ folder: emptyData })).close()
  provide('emptyData', emptyData)
  provide('bareData', bareData)
  const empty = testServer ? await makeDatabase(testServer) : null
  if (empty) await (await openDatabase({ url: empty.url, folder: '' })).close()
  provide('emptyDatabase', empty?.name ?? null)
  const poolers = testServer && hasPooler ? await startBoth(testServer) : null
  provide('poolers', poolers?.ports ?? null)
  return async () => {
    await poolers?.remove()
    await empty?.drop()
    await remove()
  }
}

const startBoth = async (server: string) => {
  const [session, transaction] = [await startPooler(server, 'session'), await startPooler(server, 'transaction')]
  return {
    ports: { session: session.port, transaction: transaction.port },
    remove: () => Promise.all([session.remove(), transaction.remove()]),
  }
}

export default setUp
