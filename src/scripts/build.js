import { build, install, requireNode } from './steps.js'

requireNode()
process.exit((await install()) && (await build()) ? 0 : 1)
