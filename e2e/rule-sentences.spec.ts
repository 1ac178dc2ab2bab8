import { expect, type Page } from '@playwright/test'
import { api, type Rule } from './support/api'
import { test as other } from './support/other-server'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

type Device = { id: string; name: string; deviceTypeName: string; status: string; companyId: string }

const inWords = (page: Page) => page.getByRole('region', { name: 'The rule in plain words' })
const sectionOf = (page: Page, heading: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: heading, exact: true }) })

/** The rules of the sample of this name, whole: the first is for every company or for some, its versions for some. */
const rulesOf = async (page: Page, server: Parameters<typeof api>[1], name: string) => {
  const { list, get } = api(page, server)
  const { data } = await list<Rule>(`/automation?${new URLSearchParams({ search: name })}`)
  const rules = await Promise.all(data.map(({ id }) => get<Rule>(`/automation/${id}`)))
  if (rules.length === 0) throw new Error(`The sample has no rule “${name}”.`)
  return rules
}

test.use({ ownServer: true })

test('a rule is described in plain words, including nested conditions', async ({ page, server }) => {
  await signIn(page, server)
  const [rule] = await rulesOf(page, server, 'Server offline for 30 minutes')
  await page.goto(`./automation/${rule?.id}`)
  const words = inWords(page)
  await expect(words).toContainText('the status of a device changes from Online to Offline,')
  await expect(words).toContainText(
    'its device type is Server, and either its name contains “-HV”, its operating system begins with “Windows Server”, or both its operating system contains “ESXi” and the company’s number of employees is more than 20,',
  )
  await expect(words.getByRole('listitem')).toHaveText([
    /create a ticket “\s*device name\s* does not answer” in the queue Out of hours, priority Critical,/,
    /assign On-call engineer\./,
  ])

  const [approved] = await rulesOf(page, server, 'Warranty ending: renew or replace')
  await page.goto(`./automation/${approved?.id}`)
  await expect(words).toContainText('the warranty end of a device is 60 days away, checked every day at 06:00,')
  await expect(words.getByText('after someone approves')).toHaveCount(2)
  await expect(words).toContainText(
    'for every device of the same company, once there are 3 or after 24 hours with fewer',
  )
})

test('a rule’s record count matches the list', thorough, async ({ page, server }) => {
  await signIn(page, server)
  const { list } = api(page, server)
  const { data } = await list<Rule>('/automation?entityType=device&limit=100')
  const forAll = data.find(({ companyIds }) => companyIds.length === 0)
  const { totalCount } = (await list<Device>('/devices?limit=1')).pagination
  await page.goto(`./automation/${forAll?.id}`)
  const count = new Intl.NumberFormat('en-GB').format(totalCount)
  await expect(inWords(page)).toContainText(`every company. Currently ${count} devices.`)
})

test('conditions are tried on a record: met, not met, and why', async ({ page, server }) => {
  await signIn(page, server)
  const { list } = api(page, server)
  const rules = await rulesOf(page, server, 'Firewall licence ends in 90 days')
  const rule = rules.find(({ companyIds }) => companyIds.length === 0)
  const { data } = await list<Device>('/devices?limit=100')
  const firewall = data.find(({ deviceTypeName }) => deviceTypeName === 'Firewall')
  const another = data.find(({ deviceTypeName }) => deviceTypeName !== 'Firewall')
  const writes: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && writes.push(request.url()))

  await page.goto(`./automation/${rule?.id}`)
  await page.getByRole('button', { name: 'Try on a device' }).click()
  const picker = page.getByRole('combobox', { name: 'Device' })
  await expect(picker).toBeFocused()
  await picker.fill(firewall?.name ?? '')
  await page
    .getByRole('option', { name: firewall?.name ?? '' })
    .first()
    .click()
  const conditions = sectionOf(page, 'Conditions')
  await expect(conditions.getByRole('status')).toContainText(
    `This rule would run for ${firewall?.name} when triggered.`,
  )
  await expect(conditions.getByText('Met', { exact: true })).toHaveCount(2)
  await expect(conditions.getByText('It is Firewall')).toBeVisible()
  await expect(conditions.getByText('Nothing runs and nothing is changed')).toBeVisible()
  await expect(page).toHaveURL(`./automation/${rule?.id}?try=${firewall?.id}`)

  await page.getByRole('button', { name: 'Choose another device' }).click()
  await expect(picker).toBeFocused()
  await picker.fill(another?.id ?? '')
  await picker.press('Enter')
  await expect(conditions.getByRole('status')).toContainText(
    `This rule would not run for ${another?.name}, because its device type is ${another?.deviceTypeName}.`,
  )
  await expect(conditions.getByText('Not met', { exact: true })).toHaveCount(2)
  expect(writes).toEqual([])
})

test('a rule does not run for a record of another company', thorough, async ({ page, server }) => {
  await signIn(page, server)
  const { list } = api(page, server)
  const { data } = await list<Rule>('/automation?entityType=device&limit=100')
  const some = data.find(({ companyIds }) => companyIds.length > 0)
  const elsewhere = (await list<Device>('/devices?limit=100')).data.find(
    ({ companyId }) => !some?.companyIds.includes(companyId),
  )
  await page.goto(`./automation/${some?.id}?try=${elsewhere?.id}`)
  await expect(sectionOf(page, 'Conditions').getByRole('status')).toContainText(
    `This rule would not run for ${elsewhere?.name}, because its company isn’t covered by the rule`,
  )
})

test('a trial says which data the key cannot read', thorough, async ({ page, server }) => {
  const { list, post } = api(page, server)
  const { data: reader } = await post<{ key: string }>('/api-keys', {
    name: 'Devices and rules',
    scopes: ['automation:read', 'devices:read'],
  })
  await signIn(page, server, reader.key)
  const rules = await rulesOf(page, server, 'Warranty ending: renew or replace')
  const rule = rules.find(({ companyIds }) => companyIds.length === 0) ?? rules[0]
  const scope = rule?.companyIds[0] ? `companyId=${rule.companyIds[0]}&` : ''
  const device = (await list<Device>(`/devices?${scope}limit=100`)).data.find(
    ({ deviceTypeName, status }) => deviceTypeName === 'Server' && status !== 'Retired',
  )
  await page.goto(`./automation/${rule?.id}?try=${device?.id}`)
  const conditions = sectionOf(page, 'Conditions')
  await expect(conditions.getByRole('status')).toContainText(
    `It’s unclear whether this rule would run for ${device?.name}, because the company’s status cannot be compared: its company couldn’t be loaded`,
  )
  await expect(conditions.getByRole('status')).toContainText('companies:read')
  await expect(conditions.getByText('Unknown', { exact: true })).toHaveCount(2)
})

test('rules about entities outside the API cannot be tried', thorough, async ({ page, server }) => {
  await signIn(page, server)
  const [rule] = await rulesOf(page, server, 'Ticket reopened twice')
  await page.goto(`./automation/${rule?.id}`)
  await expect(page.getByText('The API has no tickets, so the conditions can’t be tested on one.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Try on/ })).toHaveCount(0)
})

test('toggling describes the rule’s effect and adds a version', thorough, async ({ page, server }) => {
  await signIn(page, server)
  const rules = await rulesOf(page, server, 'Firewall licence ends')
  const rule = rules.find(({ isActive }) => !isActive) ?? rules[0]
  const { post, get } = api(page, server)
  await post(`/automation/${rule?.id}/toggle`, { isActive: false })
  const { version, name } = await get<Rule>(`/automation/${rule?.id}`)
  await page.goto(`./automation/${rule?.id}`)
  const versions = sectionOf(page, 'Versions')
  await expect(versions).toContainText('No history for version')
  await page.getByRole('switch', { name }).click()
  await expect(page.getByText(`Now version ${version + 1}`)).toContainText(
    'When the warranty end of a device is 90 days away, checked every day at 06:00, and its conditions hold, it creates a ticket and adds a task, for',
  )
  const newest = versions.getByRole('listitem').first()
  await expect(newest).toContainText(`Version ${version + 1}`)
  await expect(newest).toContainText('switched on')

  await page.getByRole('switch', { name }).click()
  await expect(page.getByText(`${name} is off.`)).toBeVisible()
  await expect(newest).toContainText(`Version ${version + 2}`)
  await expect(newest).toContainText('switched off')
  await expect(versions.getByText(`now ${version + 2}`)).toBeVisible()
})

test('the side panel describes the rule in one sentence', thorough, async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('./automation?search=Firewall+licence')
  await page.getByRole('rowheader').first().getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary')).toContainText(
    'When the warranty end of a device is 90 days away, checked every day at 06:00, and its conditions hold, it creates a ticket and adds a task, for',
  )
})

const id = '5b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f3'
const deviceId = '0b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f3'
const pagination = { page: 1, limit: 20, totalCount: 1, totalPages: 1, hasNextPage: false, hasPrevPage: false }
const rule = {
  id,
  name: 'A rule',
  isActive: false,
  triggerType: 'date_threshold',
  entityType: 'device',
  companyIds: [],
}
const condition = (field: string, operator: string, value: unknown) => ({ field, operator, value })

other(
  'a rule of another server: unknown words are told and none of them is hidden',
  thorough,
  async ({ page, server, answers }) => {
    answers['GET /companies'] = [200, { data: [], pagination }]
    answers[`GET /devices/${deviceId}`] = [200, { data: { id: deviceId, name: 'SRV-1', os: 'Windows' } }]
    answers[`GET /automation/${id}`] = [
      200,
      {
        data: {
          ...rule,
          triggerType: 'on_full_moon',
          triggerConfig: { tide: 'high' },
          conditions: [
            {
              conditions: [
                condition('device.os', 'sounds_like', 'windoze'),
                condition('device.os', 'equals', 'Windows'),
                { ...condition('device.name', 'equals', '<b>x</b>'), negate: true },
              ],
            },
          ],
          actions: [{ actionType: 'page_engineer', config: { urgency: 'high' }, escalateAfter: '5 min' }],
          aggregationConfig: { enabled: true, window: 'night' },
        },
      },
    ]
    await signIn(page, server, 'a-key-of-another-server')
    await page.goto(`./automation/${id}?try=${deviceId}`)
    const words = inWords(page)
    await expect(words).toContainText('its trigger on full moon fires for a device, with tide high,')
    await expect(words).toContainText('its operating system sounds like windoze')
    await expect(words).toContainText('its name is <b>x</b>, with negate yes')
    await expect(words).toContainText('the server doesn’t say whether all or any of these must hold')
    await expect(words).toContainText('Page engineer, with urgency high and escalate after 5 min')
    await expect(words).toContainText('with window night')
    const conditions = sectionOf(page, 'Conditions')
    await expect(conditions.getByText('Because this console doesn’t know the operator “sounds_like”')).toBeVisible()
    await expect(conditions.getByText('Because this console doesn’t understand “negate”')).toBeVisible()
    await expect(conditions.getByText('Met', { exact: true })).toHaveCount(1)
    await expect(conditions.getByRole('status')).toContainText('It’s unclear whether this rule would run for SRV-1')
    await expect(page.getByText('This server keeps no audit log')).toBeVisible()
  },
)

other('a server that answers the opposite of what was asked is not believed', async ({ page, server, answers }) => {
  answers['GET /companies'] = [200, { data: [], pagination }]
  answers[`GET /automation/${id}`] = [200, { data: rule }]
  answers[`POST /automation/${id}/toggle`] = [200, { data: rule }]
  await signIn(page, server, 'a-key-of-another-server')
  await page.goto(`./automation/${id}`)
  await page.getByRole('switch', { name: 'A rule' }).click()
  await expect(page.getByText('A rule is still off.')).toBeVisible()
  await expect(page.getByText('The server reports that the rule is still off.')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'A rule' })).not.toBeChecked()
})

other(
  'a rule without conditions, and one whose conditions are unknown',
  thorough,
  async ({ page, server, answers }) => {
    answers['GET /companies'] = [200, { data: [], pagination }]
    answers[`GET /automation/${id}`] = [
      200,
      { data: { ...rule, conditions: [{ conditions: [], groups: [] }], actions: [] } },
    ]
    await signIn(page, server, 'a-key-of-another-server')
    await page.goto(`./automation/${id}`)
    await expect(inWords(page)).toContainText('nothing more: it has no conditions')
    await expect(inWords(page)).toContainText('do nothing: it has no actions')
    await expect(page.getByText('None. The rule applies whenever it is triggered.')).toBeVisible()

    answers[`GET /automation/${id}`] = [200, { data: rule }]
    await page.goto('./automation')
    await page.goto(`./automation/${id}`)
    await expect(inWords(page)).toContainText('conditions that the server doesn’t describe hold')
    await expect(sectionOf(page, 'Conditions')).toContainText('The server doesn’t provide the conditions.')
  },
)

other(
  'a rule 200 levels deep is no wider than a phone, and all of it can be read',
  thorough,
  async ({ page, server, answers }) => {
    const conditions = Array.from({ length: 200 }, (_, level) => 200 - level).reduce<object[]>(
      (groups, level) => [
        {
          id: `${level}`,
          logic: level % 2 ? 'AND' : 'OR',
          conditions: [condition(`device.field${level}`, 'equals', `value ${level}`)],
          groups,
        },
      ],
      [],
    )
    answers['GET /companies'] = [200, { data: [], pagination }]
    answers[`GET /automation/${id}`] = [200, { data: { ...rule, conditions } }]
    await signIn(page, server, 'a-key-of-another-server')
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport)
      await page.goto(`./automation/${id}`)
      const tree = sectionOf(page, 'Conditions')
      await expect(tree.getByText('200 in 200 groups')).toBeVisible()
      await expect(tree.getByText('value 3', { exact: true })).toBeVisible()
      await expect(tree.getByText('value 200', { exact: true })).toHaveCount(0)
      await tree.getByText('66 nested groups').click()
      await expect(tree.getByText('value 200', { exact: true })).toBeVisible()
      await inWords(page).getByText('66 nested parts').click()
      await expect(inWords(page)).toContainText('field200 is value 200')
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `${viewport.width} wide`).toBeLessThanOrEqual(0)
    }
  },
)
