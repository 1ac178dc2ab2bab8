import fs from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { createTempFolder } from '../../src/server/testing/temp-folder'
import { api, type Company } from '../support/api'
import { startCluster } from '../support/cluster'
import { adminKey, startServer } from '../support/instance'
import { signIn } from '../support/server'
import { test } from './support/browser'

test.use({ ownServer: true })

const notice = (page: Page) => page.getByText('Retrying.')

/** A list, a record and a form in three tabs, while something is taken away and given back. */
const livesThrough = async (
  page: Page,
  origin: string,
  id: string,
  take: () => Promise<void>,
  give: () => Promise<void>,
) => {
  const [list, form] = [page, await page.context().newPage()]
  await list.goto(`${origin}/companies`)
  await expect(list.getByRole('rowheader').first()).toBeVisible()
  const names = await list.getByRole('rowheader').allTextContents()
  await form.goto(`${origin}/companies/${id}/edit`)
  await form.getByLabel('Industry').fill('Typed while no one answered')
  await take()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByRole('alert').first()).toBeVisible()
  await expect(form.getByLabel('Industry')).toHaveValue('Typed while no one answered')
  // A page that was not read yet says so too, and is read when it can be.
  await list.locator('nav[aria-label="Pages"] a[href="/devices"]').evaluate((link: HTMLElement) => link.click())
  await expect(list.getByText(/The devices couldn’t be loaded|This page couldn’t be loaded/)).toBeVisible({
    timeout: 30_000,
  })
  await expect(notice(list).or(list.getByText('or you may be offline')).first()).toBeVisible()
  await expect(list.getByText('Showing earlier data')).toHaveCount(0)
  await list.goBack()
  await expect(list.getByRole('rowheader')).toHaveText(names)
  await list.goForward()
  await give()
  await expect(list.getByRole('rowheader').first()).toBeVisible({ timeout: 30_000 })
  await expect(notice(list)).toHaveCount(0)
  await expect(notice(form)).toHaveCount(0, { timeout: 30_000 })
  const save = form.getByRole('button', { name: 'Save', exact: true })
  if (await save.isVisible()) await save.click()
  await expect(form.getByText('saved.')).toBeVisible()
}

test('When the server is killed and restarted, pages stay, say so and recover by themselves', async ({
  page,
  found,
}) => {
  test.slow()
  const { folder, remove } = await createTempFolder()
  await fs.cp(process.env.E2E_SAMPLE ?? '', folder, { recursive: true })
  const first = await startServer(folder, { QUARTERDECK_DEMO: 'off' })
  const { port } = new URL(first.origin)
  await signIn(page, first)
  const { data } = await api(page, first).list<Company>('/companies?limit=1')
  let second = first
  const kill = async () => void (await first.kill('SIGKILL'))
  const start = async () => {
    second = await startServer(folder, { QUARTERDECK_DEMO: 'off', PORT: port })
  }
  await livesThrough(page, first.origin, data[0]?.id ?? '', kill, start)
  await second.stop()
  await remove()
  found({
    harm: 'the server killed, started again',
    count: '1 kill, 3 pages',
    result: 'told, pages and input kept, read again alone',
  })
})

test('While PostgreSQL is unavailable, pages stay, say so and recover by themselves', async ({ page, found }) => {
  test.slow()
  const cluster = await startCluster()
  const { folder, remove } = await createTempFolder()
  const server = await startServer(folder, {
    DATABASE_URL: cluster.url,
    QUARTERDECK_DEMO: '0.1',
    LOG_LEVEL: 'fatal',
  })
  await signIn(page, server, adminKey)
  const { data } = await api(page, server).list<Company>('/companies?limit=1')
  await livesThrough(page, server.origin, data[0]?.id ?? '', () => cluster.stop('immediate'), cluster.start)
  await server.stop()
  await cluster.remove()
  await remove()
  found({
    harm: 'PostgreSQL crashed, started again',
    count: '1 crash, 3 pages',
    result: 'told, pages and input kept, read again alone',
  })
})
