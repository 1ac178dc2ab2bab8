import { build, install, requireNode } from './steps.js'

// From a clone: installs and builds if needed, then runs the built program with the same arguments.
requireNode()
if (!((await install()) && (await build()))) process.exit(1)
await import(new URL('../../dist/server/cli.js', import.meta.url).href)
