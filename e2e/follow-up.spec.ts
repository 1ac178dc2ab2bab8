import { expect, type Page } from '@playwright/test'
import { api } from './support/api'
import { hold } from './support/hold'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

test.use({ ownServer: true })

type Answer = {
  id: string
  score: number
  responseDate: string
  companyId: string
  respondentEmail: string | null
  feedbackText: string | null
  followUpCompleted: boolean
}

const queue = (page: Page) => page.getByRole('list', { name: 'Waiting for a reply' }).locator('> li')
const current = (page: Page) => page.locator('li[aria-current="true"]')

test('the oldest detractor comes first, gets an email, and is marked as handled for everyone', async ({
  page,
  server,
}) => {
  await signIn(page, server)
  const rows = await api(page, server).all<Answer>('/surveys/nps/responses?followUpRequired=true')
  const waiting = rows.filter(({ followUpCompleted }) => !followUpCompleted)
  const rank = ({ score }: Answer) => (score <= 6 ? 0 : score <= 8 ? 1 : 2)
  const [first, second] = waiting.sort((a, b) => rank(a) - rank(b) || a.responseDate.localeCompare(b.responseDate))
  await page.goto('./nps/follow-up')
  await expect(queue(page)).toHaveCount(waiting.length)
  await expect(queue(page).first()).toHaveId(`answer-${first?.id}`)
  await expect(queue(page).first()).toContainText(/\d+ (h|days) (left|over)/)
  const mail = (await current(page).getByRole('link', { name: 'Write an email' }).getAttribute('href')) ?? ''
  expect(decodeURIComponent(mail)).toContain(`mailto:${first?.respondentEmail}`)
  if (first?.feedbackText) expect(decodeURIComponent(mail)).toContain(`> ${first.feedbackText}`)
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Follow-up', exact: true })
  await expect(link).toHaveAccessibleDescription(`${waiting.length} waiting for a reply`)

  const marked: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && marked.push(request.url()))
  await page.keyboard.down('h')
  await expect(queue(page)).toHaveCount(waiting.length - 1)
  await expect(queue(page).first()).toHaveId(`answer-${second?.id}`)
  // As a key that is still held down.
  await page.keyboard.down('h')
  await page.keyboard.up('h')
  await page.keyboard.press('j')
  await expect(current(page)).not.toHaveId(`answer-${second?.id}`)
  expect(marked).toHaveLength(1)
  await page.keyboard.press('k')
  await expect(current(page)).toHaveId(`answer-${second?.id}`)
  await expect(link).toHaveAccessibleDescription(`${waiting.length - 1} waiting for a reply`)
  await expect(queue(page).first()).toHaveId(`answer-${second?.id}`)
  const stored = () => api(page, server).get(`/surveys/nps/responses/${first?.id}`)
  expect(await stored()).toMatchObject({ followUpState: 'handled', followUpCompleted: true })
  await page.reload()
  await expect(queue(page)).toHaveCount(waiting.length - 1)
  await expect(page.getByRole('status').first()).toContainText(`${waiting.length - 1} responses waiting`)
  await page.goto('./today')
  const part = page.locator('section', { has: page.getByRole('heading', { name: 'Waiting for a reply' }) })
  await expect(part.locator('header > span').first()).toHaveText(String(waiting.length - 1))
  await part.getByRole('link', { name: 'View all' }).click()
  await expect(queue(page)).toHaveCount(waiting.length - 1)

  await page.goto(`./nps/responses/${first?.id}`)
  await page.getByRole('link', { name: 'Edit follow-up' }).click()
  await page.getByLabel('State').selectOption('In progress')
  const staff = (await api(page, server).list<{ fullName: string }>('/users?status=active&limit=100')).data
  await page.getByLabel('Owner').focus()
  const suggested = page.locator('datalist option')
  await expect(suggested).toHaveCount(new Set(staff.map(({ fullName }) => fullName)).size)
  await expect(suggested.first()).toHaveAttribute('value', staff[0]?.fullName ?? '')
  await page.getByLabel('Owner').fill('Maria Kowalska')
  await page.getByLabel('Note').fill('Left a message.')
  await api(page, server).patch(`/surveys/nps/responses/${first?.id}`, { followUpOwner: 'Ada' })
  await page.getByRole('button', { name: 'Save 3 changes' }).click()
  await expect(page.getByRole('heading', { name: 'Someone else changed this response' })).toBeVisible()
  await page.getByRole('button', { name: 'Save 3 changes to current version' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await stored()).toMatchObject({ followUpState: 'in_progress', followUpOwner: 'Maria Kowalska' })
  const history = page.locator('section', { has: page.getByRole('heading', { name: 'History' }) })
  await expect(history.getByText('State Handled In progress')).toBeVisible()
  await page.goto('./nps/responses?followUpState=in_progress')
  await expect(page.getByRole('row').filter({ hasText: 'Maria Kowalska' })).toContainText('In progress')
  await page.getByRole('link', { name: 'Review', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Follow-up state' })).toHaveValue('in_progress')
  const inProgress = await api(page, server).list<Answer>('/surveys/nps/responses?followUpState=in_progress')
  await expect(page.getByRole('list', { name: 'Responses' }).locator('> li')).toHaveCount(inProgress.data.length)
  await page.goto('./nps/follow-up')
  await expect(queue(page)).toHaveCount(waiting.length)

  await page.keyboard.press('j')
  await expect(current(page)).toHaveId(`answer-${second?.id}`)
  await page.keyboard.press('c')
  await expect(page).toHaveURL(`./companies/${second?.companyId}`)
  await page.goBack()
  await expect(current(page)).toHaveId(`answer-${second?.id}`)

  await page.goto(`./companies#${first?.companyId}`)
  const brief = page.getByRole('complementary')
  await expect(brief.getByRole('heading', { name: 'Satisfaction, last 90 days' })).toBeVisible()
  await expect(brief.getByRole('link', { name: first?.feedbackText ?? 'No comment' })).toBeVisible()
  await brief.getByRole('link', { name: 'Follow up' }).click()
  await expect(queue(page)).toHaveCount(waiting.filter(({ companyId }) => companyId === first?.companyId).length)
})

test(
  'marking a response selects the next one, and a key undoes it and returns to it',
  thorough,
  async ({ page, server }) => {
    await signIn(page, server)
    await page.goto('./nps/follow-up')
    await expect(current(page)).toBeVisible()
    const ids = await queue(page).evaluateAll((items) => items.map(({ id }) => id))
    for (const next of [1, 2]) {
      await page.keyboard.press('j')
      await expect(current(page)).toHaveId(ids[next] ?? '')
    }
    await page.keyboard.press('h')
    await expect(queue(page)).toHaveCount(ids.length - 1)
    await expect(current(page)).toHaveId(ids[3] ?? '')
    await expect(current(page).getByRole('link').first()).toBeFocused()
    await expect(page.getByText('marked as handled')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(queue(page)).toHaveCount(ids.length)
    await expect(current(page)).toHaveId(ids[2] ?? '')
    await expect(current(page).getByRole('link').first()).toBeFocused()
    await expect(page.getByText('marked as handled')).toHaveCount(0)
    await page.keyboard.press('h')
    await expect(page.getByText('marked as handled')).toBeVisible()
    await api(page, server).patch(`/surveys/nps/responses/${ids[2]?.replace('answer-', '')}`, {
      followUpNote: 'Called',
    })
    await page.keyboard.press('Control+z')
    await expect(page.getByText('Someone else has changed this since. Their change was kept.')).toBeVisible()
  },
)

test('several responses are marked while the first is still being saved', thorough, async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('./nps/follow-up')
  await expect(current(page)).toBeVisible()
  const ids = await queue(page).evaluateAll((items) => items.map(({ id }) => id))
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') asked.push(`answer-${new URL(request.url()).pathname.split('/').at(-1)}`)
  })
  const responses = /\/surveys\/nps\/responses\//
  await page.route(responses, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 404, body: '{}' }) : route.fallback(),
  )
  await page.keyboard.press('h')
  await expect(page.getByText('Someone has removed this response.')).toBeVisible()
  await expect(queue(page)).toHaveCount(ids.length)
  await page.unroute(responses)
  asked.length = 0
  const release = await hold(page, responses, { method: 'PATCH' })
  try {
    await page.keyboard.press('h')
    await expect(current(page).getByRole('button', { name: 'Saving' })).toBeVisible()
    await page.keyboard.press('h')
    await page.keyboard.press('j')
    await expect(current(page)).toHaveId(ids[1] ?? '')
    await page.keyboard.press('h')
    await expect(queue(page).filter({ hasText: 'saving' })).toHaveCount(2)
    await expect.poll(() => asked).toEqual(ids.slice(0, 2))
    release()
    await expect(queue(page)).toHaveCount(ids.length - 2)
    await expect(current(page)).toHaveId(ids[2] ?? '')
  } finally {
    release()
    for (const id of asked)
      await api(page, server).patch(`/surveys/nps/responses/${id.replace('answer-', '')}`, { followUpState: 'waiting' })
  }
})

test('marks on this computer are moved to the server', thorough, async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('./nps/follow-up')
  await expect(current(page)).toBeVisible()
  const ids = await queue(page).evaluateAll((items) => items.map(({ id }) => id.replace('answer-', '')))
  const marks = Object.fromEntries(ids.slice(0, 2).map((id) => [id, new Date().toISOString()]))
  await page.evaluate((text) => localStorage.setItem('nps handled', text), JSON.stringify(marks))
  await page.reload()
  await expect(queue(page)).toHaveCount(ids.length - 2)
  await page.getByRole('button', { name: 'Move 2 follow-ups from this computer' }).click()
  await expect(page.getByText('2 follow-ups moved to the server.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Handled' })).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('nps handled'))).toBe('{}')
  for (const id of ids.slice(0, 2))
    expect(await api(page, server).get(`/surveys/nps/responses/${id}`)).toMatchObject({ followUpState: 'handled' })
})

test('marks that the server refuses stay on this computer', thorough, async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('./nps/follow-up')
  await expect(current(page)).toBeVisible()
  const ids = await queue(page).evaluateAll((items) => items.map(({ id }) => id.replace('answer-', '')))
  const [moved = '', refused = ''] = ids
  const marks = Object.fromEntries([moved, refused].map((id) => [id, new Date().toISOString()]))
  await page.evaluate((text) => localStorage.setItem('nps handled', text), JSON.stringify(marks))
  await page.route(`**/surveys/nps/responses/${refused}`, (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"detail":"The server is busy."}' }),
  )
  await page.reload()
  await page.getByRole('button', { name: 'Move 2 follow-ups from this computer' }).click()
  await expect(page.getByText('1 follow-up moved to the server.')).toBeVisible()
  await expect(page.getByText('The others are still on this computer.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move 1 follow-up from this computer' })).toBeVisible()
  expect(Object.keys(JSON.parse(await page.evaluate(() => localStorage.getItem('nps handled') ?? '')))).toEqual([
    refused,
  ])
  expect(await api(page, server).get(`/surveys/nps/responses/${moved}`)).toMatchObject({ followUpState: 'handled' })
})

test('an empty queue and a failed load are told apart', thorough, async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('./nps/follow-up?companyId=00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'No one is waiting' })).toBeVisible()
  await page.route('**/surveys/nps/responses?*', (route) => route.fulfill({ status: 403, body: '{"detail":"No."}' }))
  await page.goto('./nps/follow-up')
  await expect(page.getByRole('alert')).toContainText('You don’t have access')
})

test('an invalid URL says which parameters were ignored', thorough, async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('./nps/follow-up?companyId=abc&days=7')
  await expect(
    page.getByText('Ignored unknown parts of the link: days=7. Ignored values that aren’t allowed: companyId=abc.'),
  ).toBeVisible()
  await expect(queue(page).first()).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Company' })).toHaveValue('')
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true })

  test('keyboard hints are hidden', thorough, async ({ page, server }) => {
    await signIn(page, server)
    await page.goto('./nps/follow-up')
    await expect(current(page).getByRole('link', { name: 'Write an email' })).toBeVisible()
    await expect(page.locator('kbd')).not.toHaveCount(0)
    await expect(page.locator('kbd').filter({ visible: true })).toHaveCount(0)
  })
})
