import { expect } from '@playwright/test'
import type { z } from 'zod/mini'
import type { Goal } from '../src/contract/goals'
import { api } from './support/api'
import { addFilter } from './support/filters'
import { hrefOf } from './support/instance'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

type AGoal = z.output<typeof Goal>

test(
  'a goal is found by quarter and title, shows tasks and updates, and links to its company',
  thorough,
  async ({ page, server }) => {
    await signIn(page, server)
    const { list } = api(page, server)
    const { data } = await list<AGoal>('/goals?limit=100')
    const goal = data.find(({ tasks, updates }) => updates.length > 1 && tasks.some(({ isCompleted }) => isCompleted))
    if (!goal?.company) throw new Error('The sample has no goal on its way.')
    const inQuarter = `year=${goal.year}&quarter=${goal.quarter}`

    // What is over is never overdue, and what is due soonest comes first.
    const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10)
    const open = await list<AGoal>('/goals?isOpen=true&sortColumn=due_date&sortDesc=false')
    const overdue = await list<AGoal>(`/goals?isOpen=true&dueBefore=${yesterday}`)
    await page.goto('./goals')
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('created_at true')
    await page.getByRole('link', { name: 'Open', exact: true }).click()
    await expect(page.getByRole('rowheader')).toHaveText(open.data.map(({ title }) => title))
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeHidden()
    await page.getByRole('link', { name: 'Overdue', exact: true }).click()
    await expect(page.getByRole('table', { name: `Goals: ${overdue.pagination.totalCount} goal` })).toBeVisible()
    await expect(page.getByText(/^Overdue by \d+ days?$/)).toHaveCount(await page.getByRole('rowheader').count())

    await page.goto('./goals')
    const shares = page.locator('tbody').getByText(/^\d+%$/)
    await expect(shares.first()).toBeVisible()
    const widths = await shares.evaluateAll((all) =>
      all.map((one) => [one.textContent?.length, one.getBoundingClientRect().width]),
    )
    expect(new Set(widths.map(([length]) => length)).size).toBeGreaterThan(1)
    expect(new Set(widths.map(([, width]) => width)).size).toBe(1)
    await addFilter(page, 'Year')
    await page.getByLabel('Year').fill(String(goal.year))
    await page.getByLabel('Year').press('Enter')
    await addFilter(page, 'Quarter')
    await page.getByRole('option', { name: goal.quarter ?? '' }).click()
    await expect(page).toHaveURL(`./goals?${inQuarter}`)
    await page.getByRole('searchbox').fill(goal.title)
    const found = (await list(`/goals?${inQuarter}&search=${encodeURIComponent(goal.title)}`)).pagination.totalCount
    await expect(page.getByRole('table', { name: `Goals: ${found} goal` })).toBeVisible()
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="${hrefOf(`/goals/${goal.id}`)}"]`) })
    await expect(row).toContainText(`${goal.progressPercentage}%`)
    await row.getByRole('rowheader').getByRole('link').click()
    await expect(page).toHaveURL(`./goals/${goal.id}`)

    const done = goal.tasks.filter(({ isCompleted }) => isCompleted).length
    await expect(page.getByText(`${done} of ${goal.tasks.length} done`)).toBeVisible()
    const section = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name }) })
    await expect(section('Tasks').getByRole('listitem').filter({ hasText: ', done' })).toHaveCount(done)
    const newest = goal.updates.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    await expect(section('Updates').getByRole('listitem').getByRole('paragraph')).toHaveText(
      newest.map(({ updateText }) => updateText),
    )
    const change = `from ${newest[1]?.progressPercentage}% to ${newest[0]?.progressPercentage}%`
    await expect(section('Updates').getByRole('listitem').first()).toContainText(change)

    await page.getByRole('definition').getByRole('link', { name: goal.company.name }).click()
    await expect(page.getByRole('heading', { level: 1, name: goal.company.name })).toBeVisible()
  },
)

test.describe('in New Zealand', () => {
  test.use({ timezoneId: 'Pacific/Auckland' })

  test('the road map begins a quarter before that of the user’s day', thorough, async ({ page, server }) => {
    await signIn(page, server)
    // Half past nine on New Year's Day, and still 2026 in UTC. The server's clock is as the page's.
    const time = new Date('2026-12-31T20:30:00Z')
    await page.route('**/api/public/v1/**', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), date: time.toUTCString() } })
    })
    await page.clock.install({ time })
    await page.goto('./goals/road-map')
    const table = page.getByRole('table', { name: 'Goals by quarter and client' })
    await expect(table.getByRole('columnheader').nth(1)).toHaveText('Q4 2026')
    await expect(table.getByRole('columnheader').nth(2)).toHaveText('Q1 2027')
  })
})
