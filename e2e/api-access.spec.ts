import { expect } from '@playwright/test'
import { api, type Company } from './support/api'
import { hold } from './support/hold'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

// Where no day has another length, so that 20 days from now are in 20 days.
test.use({ ownServer: true, timezoneId: 'UTC' })

test('a key is created, shown once, used, and refused as soon as it is revoked', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('./settings/brand')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'API Access' })).toBeVisible()
  await page.getByRole('button', { name: 'Create key' }).click()
  const making = page.getByRole('dialog', { name: 'Create key' })
  await making.getByRole('button', { name: 'Create key' }).click()
  await expect(making.getByLabel('Name')).toBeFocused()
  await expect(making.getByLabel('Name')).toHaveAccessibleDescription('Give the key a name.')
  await expect(making.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await making.getByLabel('Name').fill('Wall screen')
  await making.getByRole('button', { name: 'Create key' }).click()
  await expect(making.getByRole('alert')).toContainText('Choose at least one scope.')
  await making.getByRole('button', { name: 'Read only' }).click()
  await expect(making.getByText('Permissions: read everything.')).toBeVisible()
  await making.getByRole('checkbox', { name: 'Write Companies' }).check()
  await making.getByRole('button', { name: '30 days' }).click()
  await expect(making.getByText('Permissions: read everything; change companies.')).toBeVisible()
  const goBack = () => page.evaluate(() => history.back())
  for (const leave of [() => page.keyboard.press('Escape'), goBack]) {
    await leave()
    await page.getByRole('alertdialog', { name: 'Leave with 3 unsaved changes?' }).getByText('Keep editing').click()
    await expect(making.getByLabel('Name')).toHaveValue('Wall screen')
  }
  await making.getByLabel('Name').press('Control+Enter')

  const once = page.getByRole('alertdialog', { name: 'Key “Wall screen” created' })
  const key = (await once.locator('code').textContent()) ?? ''
  const ask = () =>
    page.request.get(`${server.origin}/api/public/v1/companies`, { headers: { authorization: `Bearer ${key}` } })
  expect((await ask()).status()).toBe(200)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('Not allowed'))
    document.execCommand = () => false
  })
  await once.getByRole('button', { name: 'Copy key' }).click()
  await expect(once.getByRole('alert')).toHaveText(
    'Couldn’t copy. This browser blocks clipboard access. Select the text and copy it manually.',
  )
  await goBack()
  for (let time = 0; time < 3; time++) {
    await page.keyboard.press('Escape')
    await expect(once.getByRole('button', { name: 'I have copied it' })).toBeInViewport()
  }
  // Where nothing lies behind it: a browser lets an Escape through, and for a moment the page can be clicked.
  await page.mouse.click(1275, 715)
  await expect(once).toContainText(key)
  await once.getByRole('button', { name: 'I have copied it' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Wall screen' })
  await expect(row).toContainText('Read everything; change companies')
  await expect(row).toContainText('in 30 days')
  expect(await page.content()).not.toContain(key)

  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(row).toContainText('Revoked')
  expect((await ask()).status()).toBe(401)

  // Nothing leaves the page before the key that replaces another is shown.
  await api(page, server).post('/api-keys', { name: 'To rotate', scopes: ['companies:read'], expiresAt: null })
  await page.goto('./today')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click()
  const release = await hold(page, '**/rotate')
  await page.getByRole('button', { name: 'Rotate To rotate' }).click()
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  const waiting = page.getByRole('alertdialog')
  await waiting.getByRole('button', { name: 'Rotate key' }).click()
  await expect(waiting.getByRole('button', { name: 'Rotating' })).toBeDisabled()
  await goBack()
  await page.keyboard.press('Escape')
  await expect(waiting.getByRole('status')).toHaveText('The new key will appear here in a moment. Keep this page open.')
  await expect(waiting.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  release()
  await expect(page.getByRole('alertdialog', { name: 'Key “To rotate” created' }).locator('code')).not.toBeEmpty()
})

test('an expiring key, or one without a scope, explains what it cannot do', thorough, async ({ page, server }) => {
  const make = async (body: object) => (await api(page, server).post<{ key: string }>('/api-keys', body)).data.key
  const reader = await make({ name: 'Reader', scopes: ['companies:read'] })
  const expiresAt = new Date(Date.now() + 20 * 24 * 60 * 60 * 1000).toISOString()
  const office = await make({ name: 'Office', scopes: ['keys:manage', 'companies:read'], expiresAt })

  await signIn(page, server, office)
  await page.goto('./settings/api-access')
  const admin = page.getByRole('row', { name: /^Admin key/ })
  await expect(admin.getByRole('button', { name: 'Revoke' })).toBeDisabled()
  await admin.getByRole('button', { name: 'Revoke' }).press('Enter')
  await expect(page.getByRole('tooltip')).toContainText('Your key is missing ')
  await page.getByRole('button', { name: 'Create key' }).click()
  const ends = page.getByRole('dialog', { name: 'Create key' }).getByRole('group', { name: 'Expires' })
  await expect(ends.getByRole('button')).toHaveText(['With your key'])
  await expect(ends).toContainText(/\d, with your own key\. A key can’t outlive the one that creates it/)
  const missing = page.getByRole('checkbox', { name: 'Write budgets' })
  await missing.focus()
  await page.keyboard.press('Space')
  await expect(missing).not.toBeChecked()
  await expect(page.getByRole('tooltip')).toHaveText('Your key is missing budgets:write')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('row').filter({ hasText: 'Reader' }).getByRole('button', { name: 'Rotate' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate key' }).click()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Reader' }).filter({ hasText: 'in 20 days' })).toBeVisible()
  const old = page.getByRole('row').filter({ hasText: 'Reader' }).filter({ hasNotText: 'in 20 days' })
  await old.getByRole('button', { name: 'Rotate' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate key' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    /^This key was rotated on .+\. Use its successor \(\S+…\)\. If nobody has that key, revoke it and create a new one\.$/,
  )
  await page.keyboard.press('Escape')

  await signIn(page, server, await make({ name: 'Clerk', scopes: ['keys:manage'] }))
  await page.goto('./settings/api-access')
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByText('Your key can only grant what it has: manage keys.')).toBeVisible()
  for (const name of ['Read only', 'Everything but keys']) {
    const preset = page.getByRole('button', { name })
    await expect(preset).toBeDisabled()
    await expect(preset).toHaveAttribute('aria-pressed', 'false')
    await expect(preset).toHaveAccessibleDescription('Your key has none of these scopes')
  }
  const shade = (name: string) =>
    page.getByRole('checkbox', { name }).evaluate((box) => getComputedStyle(box).backgroundColor)
  expect(await shade('Read Companies')).not.toBe(await shade('Manage keys'))
  await page.keyboard.press('Escape')

  await signIn(page, server, reader)
  await page.goto('./settings/api-access')
  await expect(page.getByText('lacks the scope keys:manage')).toBeVisible()

  // A form that is opened by its address.
  const [company] = (await api(page, server).list<{ id: string }>('/companies')).data
  await page.goto(`./companies/${company?.id}/edit`)
  const writes: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && writes.push(request.url()))
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name' }).fill('Another name')
  await expect(form).toContainText('You can’t save changes. Your key is missing the companies:write scope.')
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText('Not saved.')).toHaveCount(0)
  expect(writes).toEqual([])
})

test('a key is fully visible in any window', thorough, async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('./settings/api-access')
  const row = page.getByRole('row').filter({ hasText: 'this key' })
  for (const width of [390, 720, 1100, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    for (const part of [row.getByRole('button', { name: 'Revoke' }), row.getByText('Never')]) {
      const box = await part.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 2000)).toBeLessThanOrEqual(width)
    }
  }
})

test('a company’s history shows what was changed', thorough, async ({ page, server }) => {
  await signIn(page, server)
  const { list, put } = api(page, server)
  const company = (await list<Company>('/companies?limit=1')).data[0]
  await put(`/companies/${company?.id}`, { employeeCount: 4711 })
  await page.goto(`./companies/${company?.id}`)
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /^Employees .* 4,711$/ })).toBeVisible()
  await expect(page.getByText(/^The newest/)).toHaveCount(0)
  for (let employeeCount = 1; employeeCount <= 10; employeeCount++)
    await put(`/companies/${company?.id}`, { employeeCount })
  await page.reload()
  await expect(page.getByText('The newest 10 of 11.')).toBeVisible()
})

test('the oldest of many keys is shown', thorough, async ({ page, server }) => {
  const { post, list } = api(page, server)
  const before = (await list('/api-keys?limit=1')).pagination.totalCount
  for (let made = before; made < 101; made++)
    await post('/api-keys', { name: `Key ${made}`, scopes: ['companies:read'], expiresAt: null })
  await signIn(page, server)
  await page.goto('./settings/api-access')
  await expect(page.getByRole('region', { name: 'API keys' }).getByRole('rowheader')).toHaveCount(101)
})
