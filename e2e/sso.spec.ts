import fs from 'node:fs/promises'
import { expect, type Page, request } from '@playwright/test'
import pg from 'pg'
import { type IdentityProvider, startIdentityProvider } from '../src/server/http/oidc/testing/identity-provider'
import { freePort } from '../src/server/testing/free-port'
import { createTempFolder } from '../src/server/testing/temp-folder'
import { adminKey, basePathOfTests, copyOfSample, type Server, startServer } from './support/instance'
import { test as base, hydrated } from './support/server'
import { specificationServer } from './support/specification-server'
import { thorough } from './support/thorough'

const publicUrl = (port: number) => `http://127.0.0.1:${port}${basePathOfTests}`
const signInSettings = (port: number, client: string) => ({
  QUARTERDECK_URL: publicUrl(port),
  QUARTERDECK_OIDC_ISSUER: provider.issuer,
  QUARTERDECK_OIDC_CLIENT_ID: client,
  QUARTERDECK_OIDC_CLIENT_SECRET: 'hush',
  QUARTERDECK_OIDC_LABEL: 'Contoso',
})

let provider: IdentityProvider
let frontPort: number
let server: Server
let remove: () => Promise<void>

const test = base.extend<{ server: Server }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  server: async ({}, use) => use(server),
  // These pages are named by whole addresses: of several servers, and of the provider.
  baseURL: undefined,
})

test.beforeAll(async () => {
  const port = await freePort()
  frontPort = await freePort()
  provider = await startIdentityProvider({
    clients: [
      { client_id: 'quarterdeck', client_secret: 'hush', publicUrl: publicUrl(port) },
      { client_id: 'front', client_secret: 'hush', publicUrl: publicUrl(frontPort) },
    ],
    accounts: {
      amira: { name: 'Amira Haddad', email: 'amira@contoso.example', roles: ['account-manager'] },
      bo: { name: 'Bo Lind', email: 'bo@contoso.example', roles: ['admin'] },
      dee: { name: 'Dee Marsh', email: 'dee@contoso.example', roles: ['guest'] },
    },
  })
  const data = await copyOfSample()
  remove = data.remove
  server = await startServer(data.folder, {
    PORT: String(port),
    QUARTERDECK_DEMO: 'off',
    ...signInSettings(port, 'quarterdeck'),
    LOG_LEVEL: 'error',
  })
})
test.afterAll(async () => {
  await server?.stop()
  await provider?.stop()
  await remove?.()
})

/** Everything that a page is sent, asks for and keeps, as one text. */
const recordTraffic = (page: Page) => {
  const headers: string[] = []
  const bodies: Promise<string>[] = []
  page.on('request', (asked) => headers.push(asked.url(), JSON.stringify(asked.headers()), asked.postData() ?? ''))
  page.on('response', (answer) => {
    headers.push(JSON.stringify(answer.headers()))
    bodies.push(answer.text().catch(() => ''))
  })
  return async () => {
    const kept = [await page.context().storageState({ indexedDB: true }), await page.context().cookies()]
    return [...headers, ...(await Promise.all(bodies)), JSON.stringify(kept), await page.content()].join('\n')
  }
}

const choose = async (page: Page, name: string) => {
  await page.getByRole('link', { name: /Contoso/ }).click()
  await page.getByRole('link', { name }).click()
}

/** A page that gets the focus may find by itself that its session has ended, and cover the link. */
const follow = (page: Page, name: string) => page.getByRole('link', { name }).first().dispatchEvent('click')

/** With SSO_SHOTS a folder: what the journey looks like. */
const shoot = async (page: Page, name: string) => {
  const folder = process.env.SSO_SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' })
}

test('a start without the provider says so on the sign-in page, and keys work', thorough, async ({ page }) => {
  const { folder, remove } = await copyOfSample()
  await provider.stop()
  const settings = { PORT: String(frontPort), ...signInSettings(frontPort, 'front') }
  const alone = await startServer(folder, { ...settings, QUARTERDECK_DEMO: 'off', LOG_LEVEL: 'error' })
  await page.goto(`${alone.origin}/sign-in?next=%2Fcompanies`)
  await expect(page.getByText('Contoso can’t be reached at the moment.')).toBeVisible()
  await shoot(page, 'away')
  await page.getByLabel('API key').fill(adminKey)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible()
  await alone.stop()
  await provider.start()
  await remove()
})

test(
  'staff sign in at the provider, see their name, and sign out of both',
  thorough,
  async ({ page, context, browser }) => {
    await page.goto(`${server.origin}/companies?limit=10`)
    await expect(page.getByRole('heading', { name: 'Sign in to Quarterdeck' })).toBeVisible()
    await shoot(page, 'sign-in')

    await choose(page, 'Cancel')
    await expect(page.getByRole('alert').filter({ hasText: 'was cancelled' })).toBeVisible()
    await shoot(page, 'cancelled')

    await choose(page, 'Dee Marsh')
    await expect(page.getByRole('alert').filter({ hasText: 'has no role' })).toContainText('“guest”')
    await shoot(page, 'no-role')

    await choose(page, 'Amira Haddad')
    await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible()
    expect(page.url()).toContain('/companies?limit=10')
    await hydrated(page)
    await page.getByRole('button', { name: 'Amira Haddad, Account manager' }).click()
    await expect(
      page.getByText(
        /^Read everything; change companies, NPS responses, budgets, client briefs and shared views; email client briefs$/,
      ),
    ).toBeVisible()
    await shoot(page, 'person')
    await page.keyboard.press('Escape')

    await test.step('a change is told with her name', async () => {
      const link = page.getByRole('rowheader').getByRole('link').first()
      await page.goto(new URL(`${await link.getAttribute('href')}/edit`, server.origin).href)
      await page.getByLabel('Employees').fill('77')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText(/ saved\.$/)).toBeVisible()
      await expect(page.getByText(/^Amira Haddad, today/)).toBeVisible()
      await shoot(page, 'history')
    })

    await test.step('a session that ended is renewed in place, and what was typed is sent', async () => {
      await page.goto(`${page.url().replace(/\/edit$/, '')}/edit`)
      await page.getByLabel('Employees').fill('78')
      await context.clearCookies({ name: 'quarterdeck_session' })
      // Not a real click: an idle page may find by itself that its session has ended, and cover the button.
      await page.getByRole('button', { name: 'Save', exact: true }).dispatchEvent('click')
      await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
      await shoot(page, 'ended')
      const opened = context.waitForEvent('page')
      await page.getByRole('button', { name: 'Sign in with Contoso' }).click()
      // The provider still knows her, so the window asks nothing.
      await opened
      await expect(page.getByText(/ saved\.$/)).toBeVisible()
    })

    await test.step('what she typed is neither shown to who signs in next nor sent as them', async () => {
      await page.goto(`${page.url().replace(/\/edit$/, '')}/edit`)
      await page.getByLabel('Employees').fill('81')
      const sent: string[] = []
      page.on('request', (asked) => asked.method() === 'PUT' && sent.push(asked.url()))
      await context.clearCookies()
      await page.getByRole('button', { name: 'Save', exact: true }).dispatchEvent('click')
      await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
      const other = await context.newPage()
      await other.goto(`${server.origin}/sign-in`)
      await choose(other, 'Bo Lind')
      await expect(page.getByRole('button', { name: 'Bo Lind, Admin' })).toBeAttached()
      await expect(page.getByLabel('Employees')).toHaveValue('78')
      expect(sent).toHaveLength(1)
      await context.clearCookies()
      await other.goto(`${server.origin}/sign-in`)
      await choose(other, 'Amira Haddad')
      await expect(other.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
      await other.close()
    })

    await test.step('a conflict names the colleague who was faster', async () => {
      const address = `${page.url().replace(/\/edit$/, '')}/edit`
      await page.goto(address)
      await page.getByLabel('Employees').fill('79')
      const hers = await (await browser.newContext()).newPage()
      await hers.goto(address)
      await choose(hers, 'Bo Lind')
      await hers.getByLabel('Employees').fill('80')
      await hers.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(hers.getByText(/ saved\.$/)).toBeVisible()
      await hers.context().close()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByRole('alertdialog')).toContainText('Changed by Bo Lind, today')
      await shoot(page, 'conflict')
      await page.getByRole('button', { name: /^Save 1 change/ }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    await page.getByRole('button', { name: 'Sign out' }).click()
    // The provider asks too, before it ends its own session.
    await page.waitForURL(`${provider.issuer}/**`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in to Quarterdeck' })).toBeVisible()
    expect(page.url()).toContain(`${server.origin}/sign-in`)
    await choose(page, 'Bo Lind')
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()

    await test.step('who may, sees and ends the sessions of others', async () => {
      const elsewhere = await request.newContext()
      await elsewhere.post(`${server.origin}/session`, {
        headers: { origin: new URL(server.origin).origin },
        data: { key: adminKey },
      })
      await page.goto(`${server.origin}/settings/people`)
      const sessions = page.getByRole('region', { name: 'All people’s sessions' })
      await expect(sessions.getByText('this one')).toBeVisible()
      await shoot(page, 'people')
      await sessions.getByRole('button', { name: 'End Admin key' }).click()
      await page.getByRole('button', { name: 'End session' }).click()
      await expect(page.getByText('1 session of Admin key ended.')).toBeVisible()
      expect((await elsewhere.get(`${server.origin}/session`)).status()).toBe(401)
      await elsewhere.dispose()
    })

    await test.step('a key lasts beyond the session of the person who creates or rotates it', async () => {
      await page.goto(`${server.origin}/settings/api-access`)
      await page.getByRole('button', { name: 'Create key' }).click()
      const creating = page.getByRole('dialog', { name: 'Create key' })
      const ends = creating.getByRole('group', { name: 'Expires' })
      await expect(ends.getByRole('button')).toHaveText(['30 days', '90 days', '1 year', 'Never'])
      await expect(ends).not.toContainText('own key')
      await creating.getByLabel('Name').fill('Sync')
      await ends.getByRole('button', { name: 'Never' }).click()
      await creating.getByRole('button', { name: 'Read only' }).click()
      await creating.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('button', { name: 'I have copied it' }).click()
      await page.getByRole('row', { name: /^Sync/ }).getByRole('button', { name: 'Rotate' }).click()
      const rotating = page.getByRole('alertdialog', { name: 'Rotate “Sync”?' })
      await expect(rotating).not.toContainText('own key')
      await rotating.getByRole('button', { name: 'Rotate key' }).click()
      await expect(page.getByRole('alertdialog', { name: 'Key “Sync” created' })).toBeVisible()
    })
  },
)

test('a sign-in that fails says why, and a session that the provider ends asks to sign in again', async ({
  page,
  context,
}) => {
  provider.state.chosen = 'amira'
  const signIn = () => page.getByRole('link', { name: /Contoso/ }).click()
  const reason = (sentence: RegExp) => page.getByRole('alert').filter({ hasText: sentence })

  await test.step('the provider’s button is in the page before any script runs', async () => {
    expect(await (await page.request.get(`${server.origin}/sign-in`)).text()).toContain('Sign in with Contoso</a>')
  })

  await page.goto(`${server.origin}/sign-in`)
  const faults: [alter: NonNullable<IdentityProvider['state']['alter']>, sentence: RegExp][] = [
    [(claims) => ({ ...claims, nonce: 'another' }), /couldn’t be verified/],
    [({ roles: _, ...claims }) => claims, /sent no roles for Amira Haddad/],
  ]
  await hydrated(page)
  await page.evaluate(() => sessionStorage.setItem('missing-operations', '[["GET /me",4e12]]'))
  for (const [alter, sentence] of faults) {
    provider.state.alter = alter
    await signIn()
    await expect(reason(sentence)).toBeVisible()
  }
  provider.state.alter = null
  // It may be another server by now.
  expect(await page.evaluate(() => sessionStorage.getItem('missing-operations'))).toBe('[]')

  await test.step('the provider is down', async () => {
    await provider.stop()
    await signIn()
    await expect(reason(/Contoso cannot be reached/)).toBeVisible()
    await provider.start()
  })

  await test.step('the provider has new keys, and two tabs sign in at once', async () => {
    await provider.rotateKeys()
    const other = await context.newPage()
    await page.goto(`${server.origin}/sign-in?next=%2Fcompanies`)
    await other.goto(`${server.origin}/sign-in?next=%2Fbudgets`)
    await Promise.all([page, other].map((tab) => tab.getByRole('link', { name: /Contoso/ }).click()))
    await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible()
    await expect(other.getByRole('heading', { level: 1, name: 'Budgets' })).toBeVisible()
    await other.close()
  })

  await test.step('the provider ends the session', async () => {
    await hydrated(page)
    const elsewhere = await context.newPage()
    await elsewhere.goto(`${provider.issuer}/session/end?client_id=quarterdeck`)
    await elsewhere.getByRole('button', { name: 'Sign out' }).click()
    await expect(elsewhere.getByText('Sign-out Success')).toBeVisible()
    await follow(page, 'Budgets')
    await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
    await elsewhere.goto(`${server.origin}/sign-in`)
    await elsewhere.getByRole('link', { name: /Contoso/ }).click()
    await expect(elsewhere.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Budgets' })).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })
})

test(
  'in front of another server, people use the key of their role and their browser never holds it',
  thorough,
  async ({ page }) => {
    const { folder, remove } = await createTempFolder()
    const [keyFile, log] = [`${folder}/manager-key`, `${folder}/log`]
    await fs.writeFile(keyFile, adminKey)
    const front = await startServer(
      `${folder}/data`,
      {
        PORT: String(frontPort),
        QUARTERDECK_ADMIN_KEY: '',
        QUARTERDECK_UPSTREAM: server.origin,
        QUARTERDECK_UPSTREAM_KEYS: `account-manager=${keyFile}`,
        ...signInSettings(frontPort, 'front'),
        LOG_LEVEL: 'trace',
      },
      log,
    )
    provider.state.chosen = 'amira'
    const traffic = recordTraffic(page)
    await page.goto(`${front.origin}/companies`)
    await page.getByRole('link', { name: /Contoso/ }).click()
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    await hydrated(page)
    await page.getByRole('rowheader').first().getByRole('link').click()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Employees').fill('81')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(/ saved\.$/)).toBeVisible()
    await page.goto(`${front.origin}/today`)
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
    const logged = await fs.readFile(log, 'utf8')
    expect(logged).toContain('amira@contoso.example')
    expect(logged.includes(adminKey)).toBe(false)
    const held = await traffic()
    expect(held).toContain('Amira Haddad')
    expect(held.includes(adminKey)).toBe(false)
    await front.stop()
    await remove()
  },
)

test(
  'in front of a server without our additions, someone sees their name, and no filter that it lacks is sent',
  thorough,
  async ({ page, browser }) => {
    const { folder, remove } = await createTempFolder()
    const bare = await specificationServer(server.origin)
    await fs.writeFile(`${folder}/key`, adminKey)
    const front = await startServer(`${folder}/data`, {
      ...{ PORT: String(frontPort), QUARTERDECK_ADMIN_KEY: '', QUARTERDECK_UPSTREAM: bare.origin },
      ...{ QUARTERDECK_UPSTREAM_KEYS: `account-manager=${folder}/key`, ...signInSettings(frontPort, 'front') },
    })
    provider.state.chosen = 'amira'
    const elsewhere = await browser.newContext()
    await elsewhere.request.get(`${front.origin}/session/oidc`)
    await page.goto(`${front.origin}/session/oidc?next=${encodeURIComponent('/companies?status=active')}`)
    await page.getByRole('button', { name: 'Amira Haddad, Account manager' }).click()
    await expect(page.getByText('amira@contoso.example')).toBeVisible()
    await expect(page.getByText('status=active')).toBeVisible()
    await shoot(page, 'specification-only')
    await page.goto(`${front.origin}/settings/api-access`)
    const sessions = page.getByRole('region', { name: 'Sessions' })
    await sessions.getByRole('cell').getByRole('button').click()
    await page.getByRole('button', { name: 'End session' }).click()
    await expect(page.getByText('Session ended.')).toBeVisible()
    expect(bare.refused.filter((refusal) => refusal.startsWith('400'))).toEqual([])
    await elsewhere.close()
    await front.stop()
    await bare.stop()
    await remove()
  },
)

const postgres = process.env.TEST_DATABASE_URL
if (postgres)
  test(
    'two servers over one PostgreSQL share sessions, a role taken away ends them, and the provider ends one of two',
    thorough,
    async ({ page, browser }) => {
      const name = `quarterdeck_sso_${process.pid}`
      const on = async (url: string, statement: string) => {
        const client = new pg.Client({ connectionString: url })
        await client.connect()
        await client.query(statement)
        await client.end()
      }
      await on(postgres, `create database ${name}`)
      const database = new URL(postgres)
      database.pathname = `/${name}`
      const { folder, remove } = await createTempFolder()
      const settings = {
        ...{ QUARTERDECK_DEMO: 'off', DATABASE_URL: database.href, LOG_LEVEL: 'error' },
        ...signInSettings(frontPort, 'front'),
      }
      const one = await startServer(`${folder}/one`, { ...settings, PORT: String(frontPort) })
      const two = await startServer(`${folder}/two`, settings)
      // With a page to choose on, as each browser has a session of its own there.
      provider.state.chosen = null
      const signIn = async (on: Page, account: string) => {
        await on.goto(`${one.origin}/sign-in?next=%2Fcompanies`)
        await choose(on, account)
        await expect(on.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible()
      }
      const elsewhere = await (await browser.newContext()).newPage()
      await signIn(page, 'Amira Haddad')
      await signIn(elsewhere, 'Amira Haddad')
      for (const tab of [page, elsewhere]) {
        await tab.goto(`${two.origin}/budgets`)
        await expect(tab.getByRole('heading', { level: 1, name: 'Budgets' })).toBeVisible()
        await hydrated(tab)
      }

      await test.step('the provider ends one of two sessions, on both servers', async () => {
        const atProvider = await page.context().newPage()
        await atProvider.goto(`${provider.issuer}/session/end?client_id=front`)
        await atProvider.getByRole('button', { name: 'Sign out' }).click()
        await follow(page, 'Devices')
        await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
        await follow(elsewhere, 'Devices')
        await expect(elsewhere.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
      })

      await test.step('a role that is taken away ends the session when it is next confirmed', async () => {
        provider.accounts.amira = { ...provider.accounts.amira, roles: ['guest'] }
        // As if the hour had passed.
        await on(database.href, `update person_sessions set checked_at = checked_at - interval '61 minutes'`)
        await follow(elsewhere, 'Goals')
        await expect(elsewhere.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
        await elsewhere.goto(`${one.origin}/sign-in`)
        await elsewhere.getByRole('link', { name: /Contoso/ }).click()
        await expect(elsewhere.getByRole('alert').filter({ hasText: 'has no role' })).toContainText('“guest”')
      })

      await elsewhere.context().close()
      await Promise.all([one.stop(), two.stop()])
      await on(postgres, `drop database ${name} with (force)`)
      await remove()
    },
  )
