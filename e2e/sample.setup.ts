import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { build } from '../src/scripts/steps.js'
import { startServer } from './server'

/** Builds what changed and makes the sample once; every server of the tests starts from a copy of it. */
const setUp = async () => {
  if (!(await build())) throw new Error('The build failed.')
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'quarterdeck-e2e-sample-'))
  const server = await startServer(folder, { QUARTERDECK_DEMO: '0.5' })
  await server.stop()
  process.env.E2E_SAMPLE = folder
  return () => fs.rm(folder, { recursive: true, force: true })
}

export default setUp
