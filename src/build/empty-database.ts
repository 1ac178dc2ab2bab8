import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import type { Plugin } from 'vite'

const brotli = promisify(zlib.brotliCompress)

/** More would take a hundred times as long for a seventh less. */
const quality = { [zlib.constants.BROTLI_PARAM_QUALITY]: 5, [zlib.constants.BROTLI_PARAM_LGWIN]: 24 }

/** The files of an embedded database that has nothing in it yet, as a tar. */
const makeEmptyDatabase = async () => {
  const database = await PGlite.create({ startParams: [...PGlite.defaultStartParams, '-c', 'wal_recycle=off'] })
  try {
    // The log of its creation is longer than the database.
    await database.exec('select pg_switch_wal()')
    await database.exec('checkpoint')
    const files = await database.dumpDataDir('none')
    return Buffer.from(await files.arrayBuffer())
  } finally {
    await database.close()
  }
}

/** Puts an empty database beside the server, which unpacks it in a quarter of the time that making one takes. */
export const emptyDatabase: Plugin = {
  name: 'empty-database',
  applyToEnvironment: ({ name }) => name === 'server',
  async generateBundle() {
    const source = await brotli(await makeEmptyDatabase(), { params: quality })
    this.emitFile({ type: 'asset', fileName: 'empty-database.tar.br', source })
  },
}
