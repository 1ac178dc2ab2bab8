import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { installed, run } from './steps.js'

/**
 * Runs the browser journeys with an outside validation proxy (Prism, fetched by npx) between the console and the server. Those
 * about signing in and about other servers have nothing that a document of ours could be held against, and pages of another server
 * are not drawn with what is in them.
 */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarterdeck-validated-'))
const found = path.join(folder, 'found.ndjson')
fs.writeFileSync(found, '')
const succeeded = await run(installed('playwright'), ['test', ...process.argv.slice(2)], {
  env: { E2E_VALIDATED: found },
})
const servers = fs
  .readFileSync(found, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line))
const sum = (/** @type {'requests' | 'violations'} */ key) => servers.reduce((total, server) => total + server[key], 0)
console.log(
  `\n${sum('requests')} requests went through Prism; ${sum('violations')} answers were not as the document says.`,
)
fs.rmSync(folder, { recursive: true })
process.exit(succeeded && sum('violations') === 0 ? 0 : 1)
