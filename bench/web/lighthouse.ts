import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { launchOptions } from '../../src/scripts/browser.js'
import { cookieOf, pagesOf } from './pages'
import { type Apps, inTurns, type State, table } from './table'

/** The last version for Node 20; npx downloads it, so it is no dependency. */
const version = '12.8.2'

type Audit = {
  id: string
  numericValue?: number
  title: string
  score: number | null
  scoreDisplayMode: string
  details?: { items?: object[] }
}
type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}

/** Lighthouse sometimes loses a trace and says so: three tries per page. */
const audit = async (address: string, port: string, form: string[], tries = 3): Promise<Report> => {
  const run = promisify(execFile)(
    'npx',
    ['--yes', `lighthouse@${version}`, address, '--output=json', '--quiet', `--port=${port}`, ...form],
    { maxBuffer: 2 ** 28 },
  )
  const { stdout } = await run.catch((error: Error) => {
    if (tries === 1 || !error.message.includes('run Lighthouse again')) throw error
    return { stdout: '' }
  })
  return stdout ? JSON.parse(stdout) : audit(address, port, form, tries - 1)
}

/** A browser for Lighthouse, because only the browser's own session is sent with the page's cookies. */
const openBrowser = async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lighthouse-'))
  const options = launchOptions()
  const context = await chromium.launchPersistentContext(folder, {
    ...options,
    args: [...options.args, '--remote-debugging-port=0'],
  })
  const [port = ''] = (await fs.readFile(path.join(folder, 'DevToolsActivePort'), 'utf8')).split('\n')
  const close = async () => {
    await context.close()
    await fs.rm(folder, { recursive: true, force: true })
  }
  return { context, port, close }
}

const names = ['performance', 'accessibility', 'best-practices', 'seo']
/** Lighthouse's own mobile and desktop settings. */
const forms = { mobile: [], desktop: ['--preset=desktop'] }
/** The metrics of the performance score, in milliseconds. */
const metrics = ['first-contentful-paint', 'speed-index', 'largest-contentful-paint', 'total-blocking-time']

const gradeOf = ({ categories }: Report, category: string) => Math.round((categories[category]?.score ?? 0) * 100)

const lacksOf = ({ categories, audits }: Report) =>
  names.flatMap((category) =>
    (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const { score = 1, title = '', details } = audits[id] ?? {}
      const items = () => JSON.stringify(details?.items?.slice(0, 3) ?? []).slice(0, 600)
      return weight > 0 && score !== null && score < 0.9 ? `${category}: ${title} (${id}, ${score}) ${items()}` : []
    }),
  )

/** Scores vary by a point or two, so each figure is a median, and every failed audit is listed. */
export const lighthouse = async (_browser: Browser, { ours: { origin } }: Apps, { cookies }: State, rounds: number) => {
  const pages: Record<string, string> = { 'sign-in': '/sign-in', ...(await pagesOf(origin, cookieOf(cookies))) }
  const lacks = new Set<string>()
  // Lighthouse empties the cache but keeps the cookie that says the font is in it.
  const withoutFont = cookies.filter(({ name }) => name !== 'font')
  const { context, port, close } = await openBrowser()
  for (const [form, flags] of Object.entries(forms)) {
    const found = await inTurns(rounds, Object.keys(pages), async (name) => {
      await context.clearCookies()
      if (name !== 'sign-in') await context.addCookies(withoutFont)
      const report = await audit(origin + pages[name], port, flags)
      for (const lack of lacksOf(report)) lacks.add(`- ${name}, ${form}, ${lack}`)
      return report
    })
    const print = table(`Lighthouse ${version}, ${form}`, ...names, ...metrics)
    for (const [name, { median }] of Object.entries(found))
      print(
        name,
        ...names.map((category) => median((report) => gradeOf(report, category))),
        ...metrics.map((metric) => Math.round(median(({ audits }) => audits[metric]?.numericValue ?? Number.NaN))),
      )
  }
  await close()
  console.log(lacks.size > 0 ? `\n${[...lacks].join('\n')}` : '\nNothing is lacking.')
}
