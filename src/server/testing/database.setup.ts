import type { TestProject } from 'vitest/node'
import { openDatabase } from '../db/database'
import { createTempFolder } from './temp-folder'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A data folder with an empty database, to copy. */
    emptyData: string
  }
}

/** Makes an empty database once. */
const setUp = async ({ provide }: TestProject) => {
  const { folder, remove } = await createTempFolder()
  await (await openDatabase({ folder })).close()
  provide('emptyData', folder)
  return remove
}

export default setUp
