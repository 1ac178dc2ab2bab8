import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { adminKey, copyOfSample, startServer } from './support/instance'
import { onOtherSite } from './support/other-site'
import { test as base, leftToScript, signIn } from './support/server'

/** A server of the sample that logs all that it can. */
const start = async () => {
  const { folder, remove } = await copyOfSample()
  const log = path.join(folder, 'log')
  const server = await startServer(folder, { QUARTERDECK_DEMO: 'off', LOG_LEVEL: 'trace' }, log)
  return { folder, log, server, stop: () => server.stop().then(remove) }
}

type Logging = Awaited<ReturnType<typeof start>>
let started: Promise<Logging> | undefined

const test = base.extend<{ logging: Logging }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  logging: async ({}, use) => {
    started ??= start()
    await use(await started)
  },
  server: async ({ logging }, use) => use(logging.server),
})

// With --repeat-each the file runs again in the same worker.
test.afterAll(async () => {
  await (await started)?.stop()
  started = undefined
})

/** All that a script of the page can find on this computer. */
const keptBy = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const caches = await Promise.all(
      (await window.caches.keys()).map(async (name) => (await window.caches.open(name)).keys()),
    )
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      databases,
      caches.flat().map(({ url }) => url),
      document.cookie,
      window.name,
      history.state,
      document.documentElement.outerHTML,
      performance.getEntries().map(({ name }) => name),
      Object.entries(window).filter(([, value]) => typeof value === 'string'),
    ])
  })

test('the key appears only in the sign-in request', async ({ page, logging: { folder, log } }) => {
  const seen: string[] = []
  page.on('request', (request) => seen.push(request.url(), JSON.stringify(request.headers())))
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    bodies.push(response.text().catch(() => ''))
    seen.push(JSON.stringify(response.headers()))
  })
  await page.goto('./companies')
  const field = page.getByLabel('API key', { exact: true })
  await field.fill('no-such-key-but-a-secret-all-the-same')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await field.fill(adminKey)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await page.getByRole('rowheader').first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Companies')
  await page.goto('./settings/api-access')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  const secrets = [adminKey, 'no-such-key-but-a-secret-all-the-same', 'quarterdeck_session=']
  const places = {
    'the browser': await keptBy(page),
    'an address or a header': seen.join('\n'),
    'an answer': (await Promise.all(bodies)).join('\n'),
    'the log': await fs.readFile(log, 'utf8'),
    'the database': (await filesOf(path.join(folder, 'database'))).join('\n'),
  }
  for (const [place, text] of Object.entries(places))
    for (const secret of secrets) expect(text.includes(secret), `${secret.slice(0, 8)}… in ${place}`).toBe(false)
  expect(places['the log'].length).toBeGreaterThan(100)
  expect((await filesOf('dist/web')).filter((text) => /qd_[\w-]{20}|BEGIN [A-Z ]*PRIVATE KEY/.test(text))).toEqual([])
})

/** A running database also removes files. */
const emptyIfRemoved = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return ''
  throw error
}

const filesOf = async (folder: string) => {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name))
  return Promise.all(files.map((file) => fs.readFile(file, 'latin1').catch(emptyIfRemoved)))
}

test('the browser stores no API response', async ({ page, server }) => {
  await signIn(page, server)
  await leftToScript(page, server)
  const asked: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/')) asked.push(response.url())
  })
  await page.goto('./companies')
  await page.getByRole('rowheader').first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Companies')
  const kept = (addresses: string[]) =>
    page.evaluate(async (addresses) => {
      const found = addresses.map((address) =>
        fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }).then(
          () => [address],
          () => [],
        ),
      )
      return (await Promise.all(found)).flat()
    }, addresses)
  await expect.poll(() => asked.length).toBeGreaterThan(2)
  expect(await kept(asked)).toEqual([])
  const icon = `${server.origin}/icon.svg`
  await page.evaluate((address) => fetch(address), icon)
  expect(await kept([icon])).toEqual([icon])
})

// The browser tells of what it blocks, which is the point here.
const fromElsewhere = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  noFaults: async ({}, use) => use(undefined),
})

fromElsewhere('another site can neither frame the console nor use its session', async ({ page, server }) => {
  const attack = `<!doctype html><title>Elsewhere</title>
    <iframe src="${server.origin}/companies"></iframe>
    <form id="out" method="post" action="${server.origin}/session" enctype="text/plain"><input name='{"key":"${adminKey}","x":"' value='"}'></form>`
  await onOtherSite(attack, async (evil) => {
    await signIn(page, server)
    await page.goto(evil)
    await expect.poll(() => page.frames().length).toBe(2)
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)

    const company = `${server.origin}/api/public/v1/companies`
    const attempts = await page.evaluate(
      async ([origin = '', company = '']) => {
        const ask = (address: string, init: RequestInit) =>
          fetch(address, { credentials: 'include', ...init }).then(
            async (response) => `${response.type} ${response.status} ${await response.text()}`,
            () => 'blocked',
          )
        return {
          read: await ask(company, {}),
          blind: await ask(company, { mode: 'no-cors' }),
          write: await ask(company, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{}' }),
          session: await ask(`${origin}/session`, {}),
          signOut: await ask(`${origin}/session`, { method: 'DELETE' }),
        }
      },
      [server.origin, company],
    )
    expect(attempts).toEqual({
      read: 'blocked',
      blind: 'blocked',
      write: 'blocked',
      session: 'blocked',
      signOut: 'blocked',
    })
    const [answer] = await Promise.all([
      page.waitForResponse(`${server.origin}/session`),
      page.evaluate(() => (document.getElementById('out') as HTMLFormElement).submit()),
    ])
    expect(answer.status()).toBe(403)
    await page.waitForURL('./session')
    // The session is there still.
    await page.goto('./companies')
    await expect(page.getByRole('rowheader').first()).toBeVisible()
  })
})
