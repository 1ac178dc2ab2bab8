import type { TestProject } from 'vitest/node'
import { openDatabase } from './database/open'
import { scratch } from './scratch'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A data folder with an empty database, to copy. */
    emptyData: string
  }
}

/** Makes an empty database once. */
const setUp = async ({ provide }: TestProject) => {
  const { folder, remove } = await scratch()
  await (await openDatabase({ folder })).close()
  provide('emptyData', folder)
  return remove
}

export default setUp
