import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { adminKey, startServer } from '../e2e/support/instance'
import { build } from '../src/scripts/steps.js'
import { launch } from './web/browser'
import { changes } from './web/changes'
import { exports } from './web/exports'
import { front, serveBare, serveLeast, serveReactAdmin } from './web/fronts'
import { interactions } from './web/interactions'
import { lighthouse } from './web/lighthouse'
import { loads } from './web/loads'
import { memory } from './web/memory'
import { pages } from './web/pages'

/**
 * npm run bench:web -- --only loads,pages,changes,interactions,memory,exports --rounds 9
 *
 * The product beside the bare stack (bench/bare) and react-admin (bench/react-admin) in a real Chromium: the same API, the same hop before it, the same compression,
 * in turns. Figures are medians. Read the ratios; times are those of the machine.
 */
const { only, rounds: given } = parseArgs({
  options: { only: { type: 'string' }, rounds: { type: 'string', default: '9' } },
}).values
const rounds = Number(given)
const parts = { loads, pages, changes, interactions, memory, exports, lighthouse }
const wanted = (only ?? 'loads,pages,changes,interactions,memory,exports').split(',')
const chosen = Object.entries(parts).filter(([name]) => wanted.includes(name))

if (!(await build())) process.exit(1)
const folder = path.join(import.meta.dirname, '../.cache/bench/web')
await fs.mkdir(folder, { recursive: true })
const server = await startServer(folder)
const bare = await serveBare()
// The other parts measure the product alone, or beside the bare stack.
const isCompared = chosen.some(([name]) => name === 'loads' || name === 'changes')
const reactAdmin = await (isCompared ? serveReactAdmin() : serveLeast())
const least = await serveLeast()
const apps = {
  ours: await front(server.origin, server.origin),
  bare: await front(server.origin, bare.origin),
  reactAdmin: await front(server.origin, reactAdmin.origin),
  least: await front(server.origin, least.origin),
}
const browser = await launch()

/** Signs in on the page. Cookies ignore ports, so one sign-in covers all apps. */
const signedIn = async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${apps.ours.origin}/sign-in`)
  await page.getByRole('textbox').fill(adminKey)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/today')
  const state = await context.storageState()
  await context.close()
  return state
}

try {
  console.log(
    `Chromium ${browser.version()}, Node ${process.version}, ${os.cpus().length} × ${os.cpus()[0]?.model}, ` +
      `load ${os.loadavg()[0]?.toFixed(1)}, ${new Date().toISOString().slice(0, 10)}, medians of ${rounds}`,
  )
  const state = await signedIn()
  for (const [, part] of chosen) await part(browser, apps, state, rounds)
} finally {
  await browser.close()
  for (const one of [...Object.values(apps), bare, reactAdmin, least, server]) await one.stop()
}
