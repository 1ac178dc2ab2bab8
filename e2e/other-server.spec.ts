import { expect } from '@playwright/test'
import type { Answers } from './support/answering-server'
import { test } from './support/other-server'
import { signIn } from './support/server'
import { thorough } from './support/thorough'

const id = '5b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f3'
const pagination = { page: 1, limit: 20, totalCount: 3, totalPages: 1, hasNextPage: false, hasPrevPage: false }
const bare = [
  { id, name: 'Bare Company' },
  { id: 'b', name: null, status: 'dormant', employeeCount: '12', industry: { wrong: true }, updatedAt: 'yesterday' },
  { name: 'Without an id' },
]

test('shows and edits records with almost no fields', async ({ page, server, answers, written }) => {
  answers['GET /companies'] = [200, { data: bare, pagination }]
  answers[`GET /companies/${id}`] = [405, 'Method not allowed']
  answers[`PUT /companies/${id}`] = [412, { detail: 'Someone was faster.' }]
  await signIn(page, server, 'a-key-of-another-server')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('./companies')
  await expect(page.getByRole('rowheader')).toHaveCount(2)
  await expect(page.getByText('dormant')).toBeVisible()
  await expect(page.getByText('Signed in')).toBeVisible()

  await page.getByRole('link', { name: 'Bare Company', exact: true }).click()
  await expect(page.getByText('This server can’t show individual companies')).toBeVisible()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByLabel('Status')).toHaveValue('')
  await expect(page.getByLabel('Status').getByRole('option', { name: 'Leave unchanged' })).toBeAttached()
  await page.getByLabel('Name', { exact: true }).fill('Renamed')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Not saved. Someone was faster.')
  answers[`PUT /companies/${id}`] = [504, { detail: 'The gateway gave up.' }]
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const unsure = 'This may not have been saved. The gateway gave up.'
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(unsure)
  answers[`PUT /companies/${id}`] = [200, { data: { id, name: 'Renamed' } }]
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Renamed saved.')).toBeVisible()
  expect(written).toEqual(Array(3).fill({ name: 'Renamed' }))
  expect(asked.filter((url) => url.includes('/devices?'))).toHaveLength(1)
})

test('undoes a status only where the server says what it was', thorough, async ({ page, server, answers, written }) => {
  answers['GET /companies'] = [200, { data: bare.slice(0, 1), pagination }]
  answers[`PUT /companies/${id}`] = [200, { data: { id, name: 'Bare Company' } }]
  await signIn(page, server, 'a-key-of-another-server')
  await page.goto('./companies')
  await page.getByRole('checkbox', { name: 'Select Bare Company' }).check()
  await page.getByRole('button', { name: 'Set status' }).click()
  await page.getByRole('button', { name: 'Inactive', exact: true }).click()
  await page.getByRole('button', { name: 'Set 1 company to inactive' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('status')).toHaveText('1 can’t be undone: this server doesn’t say what was set before.')
  await expect(dialog.getByRole('button', { name: /Undo/ })).toHaveCount(0)
  expect(written).toEqual([{ status: 'inactive' }])
})

test('explains any kind of failure in a sentence, and retries', thorough, async ({ page, server, answers }) => {
  answers['GET /companies'] = [200, { data: bare, pagination }]
  await signIn(page, server, 'a-key-of-another-server')
  const alert = page.getByRole('alert')
  const failures: [string, Answers[string], string][] = [
    ['a list without its envelope', [200, bare], 'doesn’t match this API'],
    ['a page of a proxy', [404, '<html><body>Nothing here</body></html>'], 'Not found.'],
    ['plain text', [400, 'limit is too large'], 'limit is too large'],
    ['an error by another name', [403, { error: 'Insufficient permissions' }], 'Insufficient permissions'],
  ]
  for (const [what, answer, sentence] of failures) {
    answers['GET /companies'] = answer
    await page.goto('./companies')
    await expect(alert, what).toContainText(sentence)
  }
  answers['GET /companies'] = [200, { data: bare, pagination }]
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(2)
})

test('toggles a rule with unknown conditions', thorough, async ({ page, server, answers, written }) => {
  const rule = { id, name: 'A rule', isActive: false, triggerType: 'on_full_moon' }
  answers['GET /companies'] = [200, { data: [], pagination }]
  answers['GET /automation'] = [200, { data: [rule], pagination }]
  answers[`POST /automation/${id}/toggle`] = [200, { data: { ...rule, isActive: true, version: 41 } }]
  await signIn(page, server, 'a-key-of-another-server')
  await page.goto('./automation')
  await expect(page.getByText('On full moon')).toBeVisible()
  await page.getByRole('link', { name: 'A rule', exact: true }).click()
  await expect(page.getByText('This server doesn’t provide rule details')).toBeVisible()
  answers['GET /automation'] = [200, { data: [{ ...rule, isActive: true }], pagination }]
  await page.getByRole('switch', { name: 'A rule' }).click()
  await expect(page.getByText('A rule is on.')).toBeVisible()
  await expect(page.getByText('Now version 41.')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'A rule' })).toBeChecked()
  expect(written).toEqual([{ isActive: true }])
})

test('shows null values as unknown', thorough, async ({ page, server, answers }) => {
  answers['GET /companies'] = [200, { data: [], pagination }]
  answers['GET /automation'] = [200, { data: [{ id, name: 'A rule', isActive: null }], pagination }]
  answers['GET /training/certificates'] = [
    200,
    { data: [{ id, certificateNumber: 'C-1', isRevoked: null }], pagination },
  ]
  const response = { id, score: 2, category: 'detractor', followUpRequired: null, followUpCompleted: null }
  answers['GET /surveys/nps/responses'] = [200, { data: [response], pagination }]
  await signIn(page, server, 'a-key-of-another-server')
  for (const path of ['automation', 'training/certificates']) {
    await page.goto(`./${path}`)
    await expect(page.getByRole('row').filter({ has: page.getByRole('rowheader') })).toContainText('Unknown')
  }
  await page.goto('./nps/follow-up')
  await expect(page.getByRole('heading', { name: 'No follow-up data' })).toBeVisible()
  await page.goto('./today')
  await expect(page.getByText('This server doesn’t say which responses need a follow-up.')).toBeVisible()
  await expect(page.getByText('No one is waiting')).toHaveCount(0)
})

test('says which lists a server without additions lacks', thorough, async ({ page, server, answers }) => {
  answers['GET /companies'] = [200, { data: [], pagination }]
  await signIn(page, server, 'a-key-of-another-server')
  await page.goto('./budgets')
  await expect(page.getByRole('heading', { name: 'This server can’t list budgets' })).toBeVisible()
})

test(
  'shows and downloads briefs, and says why they are neither emailed nor scheduled',
  thorough,
  async ({ page, server, answers }) => {
    answers['GET /companies'] = [200, { data: bare, pagination }]
    answers[`GET /companies/${id}`] = [200, { data: { id, name: 'Bare Company' } }]
    await signIn(page, server, 'a-key-of-another-server')
    await page.goto(`./companies/${id}/brief`)
    const reason = 'this console shows another server’s data and has nowhere to store schedules'
    await expect(page.getByRole('main').getByText(reason)).toBeVisible()
    await page.getByRole('button', { name: 'Email', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Email this brief' })).toContainText(reason)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Download' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Word' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('Client brief, Bare Company.docx')
    await page.goto('./brief-schedules')
    await expect(page.getByRole('heading', { name: 'Brief schedules aren’t available here' })).toBeVisible()
  },
)
