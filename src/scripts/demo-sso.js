import { install, installed, requireNode, run } from './steps.js'

requireNode()
process.exit((await install()) && (await run(installed('tsx'), ['src/server/http/oidc/testing/demo.ts'])) ? 0 : 1)
