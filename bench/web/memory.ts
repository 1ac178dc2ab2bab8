import type { Browser, CDPSession, Page } from '@playwright/test'
import { fast, prepare } from './browser'
import { type Apps, type State, table } from './table'

/** The parts of a heap snapshot used here: nodes are one flat list with as many numbers each as there are fields. */
type Snapshot = {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } }
  nodes: number[]
}

/** Megabytes of compiled code, which grows the longer the same code runs. */
const compiled = ({ snapshot: { meta }, nodes }: Snapshot) => {
  const size = meta.node_fields.indexOf('self_size')
  const code = meta.node_types[0].indexOf('code')
  let sum = 0
  for (let at = 0; at < nodes.length; at += meta.node_fields.length)
    if (nodes[at] === code) sum += nodes[at + size] as number
  return sum / 1e6
}

const taken = async (session: CDPSession): Promise<Snapshot> => {
  const parts: string[] = []
  const hear = ({ chunk }: { chunk: string }) => parts.push(chunk)
  session.on('HeapProfiler.addHeapSnapshotChunk', hear)
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  session.off('HeapProfiler.addHeapSnapshotChunk', hear)
  return JSON.parse(parts.join(''))
}

const heap = async (session: CDPSession) => {
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage')
  const all = (await session.send('Runtime.getHeapUsage')).usedSize / 1e6
  const code = compiled(await taken(session))
  return { code, rest: all - code }
}

/** Turns pages back and forth, so that nothing new has to be cached; runs inside the page to avoid round trips. */
const turns = (page: Page, count: number) =>
  page.evaluate(async (count) => {
    for (let at = 0; at < count; at++) {
      const name = at % 2 === 0 ? 'Next page' : 'Previous page'
      bench.arm(() => document.querySelector<HTMLAnchorElement>('tbody a')?.href)
      const buttons = [...document.querySelectorAll('button')]
      buttons.find((button) => (button.ariaLabel ?? button.textContent).trim() === name)?.click()
      await bench.change()
    }
  }, count)

export const memory = async (browser: Browser, apps: Apps, storageState: State) => {
  const titles = ['first rows', '20 turns', '200 turns', '1000 turns']
  const print = table('heap after collection but for compiled code, MB', ...titles, 'code then', 'elements')
  for (const [title, { origin }, path] of [
    ['ours, 20 rows', apps.ours, '/companies'],
    ['bare stack, 20 rows', apps.bare, '/companies'],
    ['ours, 100 rows', apps.ours, '/companies?limit=100'],
    ['bare stack, 100 rows', apps.bare, '/companies?limit=100'],
  ] as const) {
    const context = await browser.newContext({ storageState, viewport: fast.viewport })
    await prepare(context)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await page.goto(origin + path)
    await page.evaluate(() => bench.firstRow)
    await page.waitForLoadState('networkidle')
    const heaps = [await heap(session)]
    for (const more of [20, 180, 800]) {
      await turns(page, more)
      heaps.push(await heap(session))
    }
    const elements = await page.evaluate(() => document.querySelectorAll('*').length)
    print(title, ...heaps.map(({ rest }) => rest), heaps.at(-1)?.code ?? 0, elements)
    await context.close()
  }
}
