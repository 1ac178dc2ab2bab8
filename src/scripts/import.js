import { runBuilt } from './built.js'

await runBuilt('import')
