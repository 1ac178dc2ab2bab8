import { expect, type Locator, type Page } from '@playwright/test'
import { addressOf } from './faults/support/addresses'
import { api, type Company } from './support/api'
import { hold } from './support/hold'
import { adminKey, hrefOf } from './support/instance'
import { scriptOf } from './support/scripts'
import { eventually, signIn, soon, test } from './support/server'
import { thorough } from './support/thorough'

test.use({ ownServer: true })

/** One page of each make. */
const makes = [
  ...['/today', '/due', '/companies', '/companies/:id', '/companies/:id/edit', '/nps/review', '/nps/follow-up'],
  ...['/automation', '/automation/:id', '/budgets/:id', '/settings/api-access'],
]

/** Tells whether the heading that the server rendered is still there. */
const keptHeading = async (page: Page) => {
  await page.addInitScript(() => {
    const kept = document as { heading?: Element | null }
    addEventListener('DOMContentLoaded', () => {
      kept.heading = document.querySelector('#root[data-ssr] h1')
    })
  })
  return () => page.evaluate(() => document.contains((document as { heading?: Element }).heading ?? null))
}

test('the app keeps the elements that the server rendered', thorough, async ({ page, server }) => {
  test.slow()
  await signIn(page, server)
  const isKept = await keptHeading(page)
  for (const path of ['/sign-in', ...makes]) {
    const address = await addressOf(path, page, server)
    await eventually(async () => {
      await page.goto(`.${address}`)
      expect(await isKept(), address).toBe(true)
    })
  }
})

test('a place in a page is shown without rendering the page again', thorough, async ({ page, server }) => {
  await signIn(page, server)
  // Tells the server the language and time zone to render in.
  await page.goto('./companies')
  const isKept = await keptHeading(page)
  const lastOf = async (path: string) => (await api(page, server).list<{ id: string }>(path)).data.at(-1)?.id
  const company = await lastOf('/companies?limit=5')
  const answer = await lastOf('/surveys/nps/responses?limit=5')
  const places: [string, Locator][] = [
    [
      `/companies?limit=10#${company}`,
      page.locator('tr[aria-current="true"]', { has: page.locator(`a[href$="${company}"]`) }),
    ],
    ['/due#goals-past', page.getByRole('heading', { name: 'Goals in the 90 days before' })],
    [
      `/nps/review?period=all#${answer}`,
      page.locator(`#answer-${answer}`).getByRole('link').first().and(page.locator(':focus')),
    ],
  ]
  for (const [address, place] of places) {
    await eventually(async () => {
      await page.goto('about:blank')
      await page.goto(`.${address}`)
      expect(await isKept(), address).toBe(true)
    })
    await expect(place).toBeVisible()
    await expect(page).toHaveURL(`.${address}`)
  }
})

/** Shows pages as they are before their scripts run; `go` lets those run. */
const beforeHydration = (page: Page) => {
  let release = () => {}
  const show = (address: string, what: Locator) =>
    eventually(async () => {
      release()
      release = await hold(page, scriptOf('index.html'))
      await page.goto(`.${address}`, { waitUntil: 'commit' })
      // The whole document has arrived, and its scripts are still held.
      await page.waitForFunction(() => document.readyState !== 'loading')
      await expect(what).toBeVisible(soon)
    })
  return { show, go: () => release() }
}

test('a selection, a search and a scroll position before hydration are kept', thorough, async ({ page, server }) => {
  await signIn(page, server)
  const first = page.getByRole('rowheader').first()
  await page.goto('./companies')
  await expect(first).toBeVisible()
  const name = (await page.getByRole('rowheader').nth(2).getByRole('link').textContent()) ?? ''
  const { show, go } = beforeHydration(page)

  await show('/companies', first)
  const box = page.getByRole('checkbox', { name: `Select ${name}` })
  await box.check()
  await expect(page.getByText('1 selected')).toHaveCount(0)
  go()
  await expect(page.getByText('1 selected')).toBeVisible()
  await expect(box).toBeFocused()

  await show('/companies', first)
  const search = page.getByRole('searchbox')
  await search.pressSequentially(name.slice(0, 5))
  go()
  await expect(page).toHaveURL(/search=/)
  await expect(search).toHaveValue(name.slice(0, 5))
  await expect(search).toBeFocused()

  const top = () => page.evaluate(() => scrollY)
  await show('/nps/review', page.getByRole('list', { name: 'Responses' }).locator('> li').last())
  await expect.poll(() => page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan(1200)
  await page.mouse.wheel(0, 300)
  await expect.poll(top).toBe(300)
  await expect(page.locator('[data-ssr]')).toHaveCount(1)
  go()
  await expect(page.locator('[data-ssr]')).toHaveCount(0)
  expect(await top()).toBe(300)
})

test('a form unfolded before hydration appears afterwards', thorough, async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('./reference')
  const summary = page.getByText('Try it').first()
  const { show, go } = beforeHydration(page)
  await show('/reference', summary)
  await summary.click()
  await expect(page.locator('[data-ssr]')).toHaveCount(1)
  go()
  await expect(page.getByRole('button', { name: 'Send' }).first()).toBeVisible()
})

test('a group of the navigation that was folded stays so', thorough, async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('./companies')
  const group = page.locator('nav details', { hasText: 'Learning' })
  await group.locator('summary').click()
  await expect(group).not.toHaveAttribute('open')
  for (let visit = 0; visit < 2; visit++) {
    await page.reload()
    await expect(page.locator('[data-ssr]')).toHaveCount(0)
    await expect(group).not.toHaveAttribute('open')
  }
})

test('what is typed into a form before hydration is kept', async ({ page, server }) => {
  await signIn(page, server)
  // Tells the server the language and time zone to render in.
  await page.goto('./companies')
  const form = page.getByRole('dialog')
  const domain = form.getByLabel('Domain')
  const address = `${await addressOf('/companies/:id', page, server)}/edit`
  const { show, go } = beforeHydration(page)

  await show(address, domain)
  const was = await domain.inputValue()
  expect(was).not.toBe('')
  await domain.press('End')
  await domain.pressSequentially('.example')
  const status = form.getByLabel('Status')
  await status.selectOption((await status.inputValue()) === 'pending' ? 'active' : 'pending')
  // Typing after Enter cancels the submit.
  await domain.press('Enter')
  await expect(page).toHaveURL(`.${address}`)
  await domain.press('Home')
  await domain.pressSequentially('www.')
  await expect(form.getByText('2 unsaved changes')).toHaveCount(0)
  go()
  await expect(form.getByText('2 unsaved changes')).toBeVisible()
  await expect(domain).toHaveValue(`www.${was}.example`)
  await expect(domain).toBeFocused()
  await page.keyboard.type('a')
  await expect(domain).toHaveValue(`www.a${was}.example`)

  await show(address, domain)
  await domain.fill('sent-early.example')
  await domain.press('Enter')
  await expect(page).toHaveURL(`.${address}`)
  go()
  await expect(page.getByText(/ saved\.$/)).toBeVisible()
  const saved = await api(page, server).get<Company>(address.replace('/edit', ''))
  expect(saved.domain).toBe('sent-early.example')

  // Rendered for the locale of the cookie, which isn’t this browser’s, so the client renders it again.
  const another = { name: 'reader', value: encodeURIComponent('de-DE Asia/Tokyo'), url: `${server.origin}/` }
  await page.context().addCookies([another])
  await show(address, domain)
  await domain.fill('rendered-again.example')
  go()
  await expect(form.getByText('1 unsaved change')).toBeVisible()
  await expect(domain).toHaveValue('rendered-again.example')
  await expect(domain).toBeFocused()
})

test('a sign-in submitted before hydration completes afterwards', thorough, async ({ page }) => {
  const go = await hold(page, scriptOf('index.html'))
  await page.goto('./sign-in?next=%2Fautomation', { waitUntil: 'commit' })
  const key = page.getByLabel('API key', { exact: true })
  await expect(key).toBeFocused()
  await key.fill(adminKey)
  await page.getByRole('checkbox', { name: 'Stay signed in' }).uncheck()
  await key.press('Enter')
  expect(new URL(page.url()).pathname).toBe(hrefOf('/sign-in'))
  go()
  await expect(page).toHaveURL('./automation')
  await expect(page.getByRole('heading', { level: 1, name: 'Automation rules' })).toBeVisible()
  const session = (await page.context().cookies()).find(({ name }) => name.endsWith('session'))
  expect(session?.expires).toBe(-1)
})

test('a key typed on the very first visit is kept while the app takes over the page', thorough, async ({ page }) => {
  // Types whenever the browser is free, as someone does on a slow machine, until the app's own field is there.
  await page.addInitScript(() => {
    const typing = setInterval(() => {
      const field = document.querySelector<HTMLInputElement>('input[type="password"]')
      if (!field) return
      if (field.closest('[data-ssr]')) field.value += 'k'
      else clearInterval(typing)
      if (field.closest('[data-ssr]')) sessionStorage.setItem('typed', field.value)
    })
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 10 })
  await page.goto('./sign-in')
  await expect(page.locator('[data-ssr]')).toHaveCount(0)
  const typed = await page.evaluate(() => sessionStorage.getItem('typed'))
  await expect(page.getByLabel('API key', { exact: true })).toHaveValue(typed ?? '')
  expect(typed).toMatch(/^k+$/)
})
