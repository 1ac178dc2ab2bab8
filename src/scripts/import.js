import { build, install, requireNode } from './steps.js'

requireNode()
if (!((await install()) && (await build()))) process.exit(1)
const main = new URL('../../dist/server/import.js', import.meta.url)
await import(main.href)
