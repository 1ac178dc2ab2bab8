import { expect, type Page } from '@playwright/test'
import type { z } from 'zod/mini'
import type { NpsSurvey } from '../src/contract/nps'
import { api } from './support/api'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

type Survey = z.output<typeof NpsSurvey>

const parts = (page: Page) => page.getByRole('table', { name: 'Responses by category' })
const score = (page: Page) => page.locator('section').filter({ has: page.getByRole('heading', { name: 'Score' }) })

test(
  'a survey is found, shows its score with counts, and links to its detractors',
  thorough,
  async ({ page, server }) => {
    await signIn(page, server)
    const { data } = await api(page, server).list<Survey>('/surveys/nps?isActive=true&sortColumn=title&sortDesc=false')
    const survey = data[0]
    if (!survey) throw new Error('The sample has no active survey.')
    await page.goto('./nps/surveys')
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Active' }).click()
    await page.getByRole('searchbox').fill(survey.title)
    await expect(page.getByRole('rowheader')).toHaveText([survey.title])
    await page.getByRole('rowheader').getByRole('link').click()
    await expect(page).toHaveURL(`./nps/surveys/${survey.id}`)
    await expect(page.getByText(survey.questionText ?? '')).toBeVisible()
    await expect(score(page)).toContainText(`+${survey.npsScore?.toFixed(1)}`)
    await expect(parts(page).getByRole('row')).toHaveText([
      new RegExp(`^Promoters${survey.promotersCount.toLocaleString('en-GB')}`),
      new RegExp(`^Passives${survey.passivesCount.toLocaleString('en-GB')}`),
      new RegExp(`^Detractors${survey.detractorsCount.toLocaleString('en-GB')}`),
    ])

    await parts(page).getByRole('link', { name: 'Detractors' }).click()
    await expect(page).toHaveURL(`./nps/responses?surveyId=${survey.id}&category=detractor`)
    const count = `${survey.detractorsCount.toLocaleString('en-GB')} response`
    await expect(page.getByRole('table', { name: `NPS responses: ${count}` })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Survey is' })).toHaveValue(survey.title)
  },
)

test('a survey with few responses warns about its score', thorough, async ({ page, server }) => {
  await signIn(page, server)
  const { data } = await api(page, server).list<Survey>('/surveys/nps?isActive=false')
  const survey = data.find(({ responseCount }) => responseCount > 1 && responseCount < 10)
  if (!survey) throw new Error('The sample has no survey of a few answers.')
  await page.goto(`./nps/surveys/${survey.id}`)
  const weight = Math.round(100 / survey.responseCount)
  await expect(score(page)).toContainText(`Fewer than ten responses: each moves the score ${weight} points.`)
})

test('the score is computed if the server omits it or provides no statistics', thorough, async ({ page, server }) => {
  await signIn(page, server)
  const { data } = await api(page, server).list<Survey>('/surveys/nps')
  const survey = data.find(({ npsScore }) => (npsScore ?? 0) < 0)
  if (!survey) throw new Error('The sample has no survey with more detractors than promoters.')
  const read = async () => {
    await page.goto(`./nps/surveys/${survey.id}`)
    await expect(parts(page)).toBeVisible()
    await expect(page.locator('[data-loading]')).toHaveCount(0)
    return `${await score(page).getByRole('paragraph').first().innerText()} ${await parts(page).innerText()}`
  }
  const own = await read()
  expect(own).toContain(`−${Math.abs(survey.npsScore ?? 0).toFixed(1)}`)

  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.split('/v1')[1] ?? ''))
  await page.route(`**/surveys/nps/${survey.id}`, async (route) => {
    const answer = await (await route.fetch()).json()
    const { npsScore, averageScore, promotersCount, passivesCount, detractorsCount, ...others } = answer.data
    await route.fulfill({ json: { data: others } })
  })
  expect(await read()).toBe(own)
  expect(asked).toContain(`/surveys/nps/${survey.id}/analytics`)

  await page.route('**/analytics', (route) => route.fulfill({ status: 404, body: 'Not found' }))
  asked.length = 0
  expect(await read()).toBe(own)
  expect(asked.filter((path) => path === '/surveys/nps/responses').length).toBeGreaterThanOrEqual(3)
})
