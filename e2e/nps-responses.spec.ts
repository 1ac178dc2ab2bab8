import fs from 'node:fs/promises'
import { expect } from '@playwright/test'
import type { z } from 'zod/mini'
import type { NpsResponse } from '../src/contract/nps'
import { api } from './support/api'
import { addFilter } from './support/filters'
import { hrefOf } from './support/instance'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

type Answer = z.output<typeof NpsResponse>

const base = '/surveys/nps/responses'

test('a detractor’s response is found, answered by email, and links to others of its company', async ({
  page,
  server,
}) => {
  await signIn(page, server)
  const { list } = api(page, server)
  const { data, pagination } = await list<Answer>(`${base}?category=detractor&followUpRequired=true&limit=100`)
  const answer = data.find(({ feedbackText, respondentName }) => feedbackText && respondentName)
  if (!answer?.feedbackText || !answer.respondentName) throw new Error('The sample has no detractor in words.')

  await page.goto('./nps/responses')
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Detractors' }).click()
  await addFilter(page, 'Follow-up')
  await page.getByRole('combobox', { name: 'Follow-up', exact: true }).selectOption('Needed or handled')
  await expect(page).toHaveURL('./nps/responses?category=detractor&followUpRequired=true')
  await expect(page.getByRole('table', { name: `NPS responses: ${pagination.totalCount} responses` })).toBeVisible()

  await page.getByRole('searchbox').fill(answer.respondentName)
  const search = `category=detractor&followUpRequired=true&search=${encodeURIComponent(answer.respondentName)}`
  const found = (await list(`${base}?${search}`)).pagination.totalCount
  await expect(page.getByRole('table', { name: `NPS responses: ${found} response` })).toBeVisible()
  const row = page.getByRole('row').filter({ has: page.locator(`a[href="${hrefOf(`/nps/responses/${answer.id}`)}"]`) })
  await expect(row).toContainText(`${answer.score}, detractor`)
  await row.getByRole('rowheader').getByRole('link').click()
  await expect(page).toHaveURL(`./nps/responses/${answer.id}`)
  await expect(page.getByRole('blockquote')).toHaveText(answer.feedbackText)

  const mail = page.getByRole('link', { name: `Write to ${answer.respondentName}` })
  const href = new URL((await mail.getAttribute('href')) ?? '')
  expect(decodeURIComponent(href.pathname)).toBe(answer.respondentEmail)
  expect(href.searchParams.get('body')).toContain(`> ${answer.feedbackText.split('\n')[0]}`)

  const same = await list<Answer>(`${base}?companyId=${answer.companyId}&limit=6`)
  const others = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Same company' }) })
  await expect(others.locator('header')).toContainText((same.pagination.totalCount - 1).toLocaleString('en-GB'))
  const shown = same.data.filter(({ id }) => id !== answer.id).slice(0, 5)
  await expect(others.getByRole('listitem')).toHaveCount(shown.length)
  await others.getByRole('link', { name: 'All responses' }).click()
  await expect(page).toHaveURL(`./nps/responses?companyId=${answer.companyId}`)
  await expect(page.getByRole('combobox', { name: 'Company is' })).toHaveValue(answer.companyName ?? '')
})

test.describe('in another time zone', () => {
  const timezoneId = 'Pacific/Auckland'
  test.use({ timezoneId })
  const dayIn = (time: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: timezoneId }).format(new Date(time))
  const shifted = (day: string, by: number) =>
    new Date(Date.parse(day) + by * 24 * 3_600_000).toISOString().slice(0, 10)

  test('responses are filtered by survey name and whole days of the user', thorough, async ({ page, server }) => {
    await signIn(page, server)
    const { list } = api(page, server)
    const survey = (await list<{ id: string; title: string }>('/surveys/nps?isActive=true')).data[0]
    const { data } = await list<Answer>(`${base}?surveyId=${survey?.id}&limit=1`)
    // Around noon of this day, the day in UTC ends.
    const day = dayIn(data[0]?.responseDate ?? '')
    const around = `dateFrom=${shifted(day, -1)}&dateTo=${shifted(day, 1)}`
    const near = await list<Answer>(`${base}?surveyId=${survey?.id}&${around}&limit=100`)
    const totalCount = near.data.filter(({ responseDate }) => dayIn(responseDate) === day).length

    await page.goto('./nps/responses')
    await addFilter(page, 'Survey')
    await page.getByRole('combobox', { name: 'Survey' }).fill(survey?.title ?? '')
    await page
      .getByRole('option', { name: survey?.title ?? '' })
      .first()
      .click()
    await expect(page).toHaveURL(`./nps/responses?surveyId=${survey?.id}`)
    await addFilter(page, 'Period')
    await page.getByLabel('From').fill(day)
    await page.getByLabel('Until').fill(day)
    await expect(page).toHaveURL(`./nps/responses?surveyId=${survey?.id}&dateFrom=${day}&dateTo=${day}`)
    await expect(page.getByRole('rowheader')).toHaveCount(totalCount)
    await page.getByLabel('Until').press('Enter')
    await expect(page.getByLabel('Until')).toBeHidden()

    // Rendered for a time zone where this day begins most of a day later.
    const away = { name: 'reader', value: encodeURIComponent('en-GB America/Los_Angeles'), url: `${server.origin}/` }
    await page.context().addCookies([away])
    await page.reload()
    await expect(page.getByRole('rowheader')).toHaveCount(totalCount)
    await page.getByRole('button', { name: /^Period/ }).click()

    const next = shifted(day, 1)
    await page.getByLabel('From').fill(next)
    await expect(page.getByRole('alert')).toContainText('so nothing can match')
    await expect(page.getByRole('rowheader')).toHaveCount(0)
    await expect(page.getByText('No responses match')).toBeHidden()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Swap the dates' }).click()
    await expect(page).toHaveURL(`./nps/responses?surveyId=${survey?.id}&dateFrom=${day}&dateTo=${next}`)
    await expect(page.getByRole('alert')).toBeHidden()
    await page.getByRole('row').nth(1).getByRole('rowheader').getByRole('link').click()
    await page.getByRole('definition').getByRole('link', { name: survey?.title }).click()
    await expect(page.getByRole('heading', { level: 1, name: survey?.title })).toBeVisible()
  })
})

test('an anonymous response says so and offers no email', thorough, async ({ page, server }) => {
  await signIn(page, server)
  const { list } = api(page, server)
  const { data } = await list<Answer>(`${base}?limit=100`)
  const answer = data.find(({ respondentName, respondentEmail }) => !respondentName && !respondentEmail)
  await page.goto(`./nps/responses/${answer?.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Anonymous' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Respondent' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Write to/ })).toHaveCount(0)
})

test(
  'an export of all columns of responses has survey and person names, with IDs beside them',
  thorough,
  async ({ page, server }) => {
    await signIn(page, server)
    const { list, get } = api(page, server)
    const { data } = await list<Answer>(`${base}?limit=100`)
    const anonymous = data.find(({ respondentName, respondentEmail }) => !respondentName && !respondentEmail)
    const search = `companyId=${anonymous?.companyId}`
    const answers = await list<Answer>(`${base}?${search}&limit=100`)
    await page.goto(`./nps/responses?${search}`)
    await page.getByRole('button', { name: `Export ${answers.pagination.totalCount}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'All', exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Export' }).click(),
    ])
    const text = await fs.readFile(await download.path(), 'utf8')
    expect(text.split('\r\n')[0]).toBe(
      '\uFEFFRespondent,Email,Score,Company,Feedback,Tags,Follow-up,Follow-up owner,Follow-up note,Date,Category,Survey,Survey ID,ID',
    )
    for (const surveyId of new Set(answers.data.map((answer) => answer.surveyId))) {
      const { title } = await get<{ title: string }>(`/surveys/nps/${surveyId}`)
      const cell = title.includes(',') ? `"${title}"` : title
      const theirs = answers.data.filter((answer) => answer.surveyId === surveyId)
      expect(text.split(`,${cell},${surveyId},`)).toHaveLength(theirs.length + 1)
    }
    expect(text).toContain('\r\nAnonymous,,')
  },
)

test(
  'an export retries titles that fail to load, and uses IDs for those that don’t exist',
  thorough,
  async ({ page, server }) => {
    await signIn(page, server)
    const { data } = await api(page, server).list<Answer>(`${base}?limit=1`)
    const { surveyId, companyId } = data[0] ?? {}
    const survey = `**/surveys/nps/${surveyId}`
    await page.route(survey, (route) => route.abort())
    await page.goto(`./nps/responses?companyId=${companyId}&surveyId=${surveyId}`)
    await page.getByRole('button', { name: /^Export \d+$/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'All', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
    await expect(page.getByText('Export stopped.')).toBeVisible()
    await page.unroute(survey)
    await page.route(survey, (route) => route.fulfill({ status: 403, body: '{}' }))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Resume' }).click(),
    ])
    expect(await fs.readFile(await download.path(), 'utf8')).toContain(`,${surveyId},${surveyId},`)
  },
)
