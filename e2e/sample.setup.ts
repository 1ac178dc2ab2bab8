import { build } from '../src/scripts/steps.js'
import { createTempFolder } from '../src/server/testing/temp-folder'
import { startServer } from './support/instance'

/** Builds if needed and creates the sample once; every test server starts from a copy. */
const setUp = async () => {
  if (!(await build())) throw new Error('The build failed.')
  const { folder, remove } = await createTempFolder()
  const server = await startServer(folder, { QUARTERDECK_DEMO: '0.5' })
  await server.stop()
  process.env.E2E_SAMPLE = folder
  return remove
}

export default setUp
