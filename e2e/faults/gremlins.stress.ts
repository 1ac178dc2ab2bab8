import { setTimeout as rest } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import type { ListEndpoint } from '../../src/contract/core/endpoint'
import { readListQuery } from '../../src/contract/core/list-query'
import { contract } from '../../src/contract/index'
import { api } from '../support/api'
import type { Server } from '../support/instance'
import { addressOf, listOf, paths } from './support/addresses'
import { test } from './support/browser'

// The seed tells more than a trace, which would cost most of the time.
test.use({ ownServer: true, trace: 'off' })
test.describe.configure({ mode: 'parallel' })

/** For how long each page is mistreated, and from which seed: the same seed does the same things, as far as a browser does. */
const seconds = Number(process.env.STRESS_SECONDS ?? 20)
const seed = Number(process.env.STRESS_SEED ?? Date.now() % 1_000_000)
/** So many milliseconds for each deed: more than four a second, by all pages side by side, are more than two cores do. */
const pace = () => 250 * test.info().config.workers

/** Mulberry32. */
const randomFrom = (start: number) => {
  let state = start
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (limit: number) => Math.floor(next() * limit),
    of: <T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)] as T,
  }
}
type Random = ReturnType<typeof randomFrom>

const texts = [
  '<img src=x onerror=alert(1)>',
  '"\'`;--%_\\',
  '\u202e\u0000\ud800 𝕏 ﷽ e\u0301',
  '-1e309',
  '１２',
  ' '.repeat(40),
  'x'.repeat(3000),
  '{{constructor}}',
  '2026-02-31',
]
const keys = [
  'Escape',
  'Enter',
  'Tab',
  'ArrowDown',
  'j',
  'k',
  'x',
  '/',
  '?',
  '[',
  ']',
  'f',
  'Control+k',
  'Control+z',
  'Control+Enter',
]

/** What leads out of the console, or ends the session, is the business of other experiments. */
const spared = 'a[target="_blank"], a[href^="mailto:"], [aria-label="Sign out"], [aria-live] a'

type Gremlin = (page: Page, random: Random) => Promise<unknown>

const onElement =
  (selector: string, act: string): Gremlin =>
  (page, random) =>
    page.evaluate(
      ([chosen, kind, at, text, avoided]) => {
        const open = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
        const all = [...open.querySelectorAll<HTMLElement>(chosen)].filter(
          (element) =>
            element.checkVisibility() && !element.matches(avoided) && !/^Sign out/.test(element.textContent ?? ''),
        )
        const element = all[at % all.length]
        if (!element) return
        element.focus()
        if (kind === 'click') element.click()
        else if (element instanceof HTMLSelectElement) {
          element.selectedIndex = at % element.options.length
          element.dispatchEvent(new Event('change', { bubbles: true }))
        } else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
          const { prototype } = element instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
          Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, text)
          element.dispatchEvent(new Event('input', { bubbles: true }))
        }
      },
      [selector, act, random.below(10_000), random.of(texts), spared] as const,
    )

const gremlins: Gremlin[] = [
  onElement('button, a[href], summary, [role="option"], th', 'click'),
  onElement('button, a[href], summary, label', 'click'),
  onElement('main a[href], main button, dialog button', 'click'),
  onElement('input:not([type="checkbox"], [type="radio"]), textarea', 'fill'),
  onElement('select', 'fill'),
  onElement('input[type="checkbox"], input[type="radio"]', 'click'),
  (page, random) => page.keyboard.press(random.of(keys)),
  (page, random) => page.keyboard.type(random.of(['ab', '12', '?/', 'jjkk'])),
  (page, random) => page.mouse.click(random.below(1200), random.below(700)),
  (page, random) => page.mouse.wheel(0, random.below(2000) - 1000),
  (page, random) => page.setViewportSize({ width: 320 + random.below(1300), height: 300 + random.below(800) }),
  (page, random) => page.evaluate((by) => history.go(by), random.of([-1, 1, -2])),
  (page, random) => page.context().setOffline(random.below(4) === 0),
]

/** Something is to be seen, and nothing that says the page itself broke; a list shows the total that the API gives. */
const check = async (page: Page, server: Server, where: string) => {
  await page.context().setOffline(false)
  if (!page.url().startsWith(server.origin)) await page.goto(`${server.origin}/companies`)
  await expect(page.locator('#root main'), `${where}: white page`).toBeVisible()
  await expect(page.getByText('Something went wrong on this page'), where).toHaveCount(0)
  await expect(
    page.getByText(/\bNaN\b|Invalid Date|\[object /).and(page.locator('main :not(pre, code)')),
    where,
  ).toHaveCount(0)
  await expect(async () => {
    const { shown, told } = await totals(page, server)
    expect(shown, `${where}: the total of ${page.url()}`).toBe(told)
  }).toPass({ timeout: 60_000 })
}

/** What the table says that it holds, and what the API answers to the same address when someone else asks it. */
const totals = async (page: Page, server: Server) => {
  const { pathname, searchParams } = new URL(page.url())
  const path = listOf(pathname)
  const endpoint = Object.values(contract).flatMap((resource) =>
    'list' in resource && resource.list.path === path ? [resource.list as ListEndpoint] : [],
  )[0]
  const caption = page.locator('main table caption')
  if (!endpoint || (await caption.count()) === 0) return {}
  const query = new URLSearchParams(readListQuery(endpoint, searchParams).sent)
  const { pagination } = await api(page, server).list(`${path}?${query}`)
  const shown = Number(/: ([\d,]+) /.exec((await caption.textContent()) ?? '')?.[1]?.replaceAll(',', ''))
  return { shown, told: pagination.totalCount }
}

for (const [index, path] of paths.entries())
  test(`Random clicks and keys on ${path} cause no blank page, wrong total or error`, async ({
    page,
    server,
    found,
  }) => {
    test.setTimeout((seconds + 300) * 1000)
    const address = await addressOf(path, page, server)
    const random = randomFrom(seed + index)
    page.on('dialog', (dialog) => dialog.accept().catch(() => {}))
    page.setDefaultTimeout(60_000)
    let deeds = 0
    let bursts = 0
    const end = Date.now() + seconds * 1000
    while (Date.now() < end) {
      await page.goto(`.${address}`)
      const last: string[] = []
      for (let deed = 0; deed < 25 && Date.now() < end; deed++) {
        const gremlin = random.below(gremlins.length)
        last.push(String(gremlin))
        // A page that is just being left cannot be mistreated.
        const done = gremlins[gremlin]?.(page, random).catch((error: Error) => {
          if (!/context was destroyed|navigat|Cannot find context|interrupted/i.test(error.message)) throw error
        })
        await Promise.all([done, rest(pace())])
        deeds += 1
      }
      await check(page, server, `seed ${seed}, ${address}, burst ${bursts}, gremlins ${last.join(' ')}`)
      bursts += 1
    }
    found({
      harm: `random clicks, keys, hostile text, sizes, back, forward, network off and on, seed ${seed}`,
      count: `${seconds} s, ${deeds} deeds`,
      result: `whole after each of ${bursts} bursts, no script error, nothing against the policy`,
    })
  })
