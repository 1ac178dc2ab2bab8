import { randomUUID } from 'node:crypto'
import { chromium, type Page } from '@playwright/test'
import { expect } from 'vitest'
import type { z } from 'zod/mini'
import { scopes } from '../../src/contract/core/scopes'
import { contract } from '../../src/contract/index'
import { launchOptions } from '../../src/scripts/browser.js'
import { placeOf, readConfig } from '../../src/server/config'
import { openDatabase } from '../../src/server/db/database'
import type { Table } from '../../src/server/db/table'
import { writeRecords } from '../../src/server/db/write'
import { tables } from '../../src/server/resources/registry'
import { createTempFolder } from '../../src/server/testing/temp-folder'
import { adminKey, startServer } from '../support/instance'
import { recordOf, someId } from '../support/record-of'
import { experiment } from './support/experiment'
import { asking } from './support/instances'

const run = 'window.__ran=1'
const payloads = [
  `<script>${run}</script>`,
  `"><img src=x onerror="${run}">`,
  `'><svg/onload=${run}>`,
  `</title></textarea></style><iframe srcdoc="<script>parent.__ran=1</script>">`,
  `javascript:${run}//`,
  `data:text/html,<script>opener.${run}</script>`,
  `{{constructor.constructor('${run}')()}}$` + `{${run}}`,
  `https://a.example/"onmouseover="${run}"autofocus onfocus="${run}`,
]

/** For each resource one record of each payload in all its text; all others refer to the first company. */
const recordsOf = (resource: keyof typeof tables) => {
  const { data } = (contract[resource].get.response as unknown as z.ZodMiniObject<{ data: z.ZodMiniObject }>).shape
  // Text by the contract but kept as UUIDs, and what would keep a record out of its list.
  const ids = ['companyId', 'surveyId', 'deviceTypeId', 'locationId'].map((name) => [name, someId])
  const fixed = Object.fromEntries([...ids, ['isRevoked', false]])
  return payloads.map((payload, index) => {
    const record = recordOf(data, payload, 'known') as object
    const known = Object.fromEntries(Object.entries(fixed).filter(([name]) => name in record))
    return { ...record, ...known, id: index === 0 ? someId : randomUUID() }
  })
}

const pages: [address: string, resource: keyof typeof tables][] = [
  ['/companies', 'companies'],
  ['/company-users', 'companyUsers'],
  ['/users', 'users'],
  ['/goals', 'goals'],
  ['/budgets', 'budgets'],
  ['/automation', 'automation'],
  ['/report-schedules', 'reportSchedules'],
  ['/reports', 'reports'],
  ['/nps/surveys', 'npsSurveys'],
  ['/nps/responses', 'npsResponses'],
  ['/devices', 'devices'],
  ['/dashboards', 'dashboards'],
  ['/training/enrollments', 'enrollments'],
  ['/training/certificates', 'certificates'],
  ['/compliance', 'complianceTemplates'],
]
const others = ['/today', '/due', '/nps/review', '/nps/follow-up', '/settings/api-access', '/reference', '/nowhere']

/** What a page has that could run: handlers, and addresses that are more than a place to go to. */
const dangers = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = '__ran' in window ? ['the script ran'] : []
    for (const element of document.querySelectorAll('*'))
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on') || name === 'srcdoc') found.push(`${element.tagName} has ${name}`)
        if (
          /^(href|src|action|formaction|xlink:href)$/.test(name) &&
          /^\s*(javascript|data:text|vbscript)/i.test(value)
        )
          found.push(`${element.tagName} has ${name}="${value.slice(0, 40)}"`)
      }
    return found
  })

experiment('Script in any text of any record never runs', async () => {
  const { folder, remove } = await createTempFolder()
  const environment = { PATH: process.env.PATH ?? '', QUARTERDECK_DATA: folder, QUARTERDECK_DEMO: 'off' }
  // Past the checks of the API and of imports, which refuse some of it.
  const database = await openDatabase(placeOf(readConfig(environment)))
  for (const [, resource] of pages) {
    const table = tables[resource] as Table<{ id: string }>
    await database.transaction((executor) => writeRecords(executor, table, recordsOf(resource)))
  }
  await database.close()

  const server = await startServer(folder, environment)
  const browser = await chromium.launch(launchOptions())
  try {
    const ask = asking(server)
    const payload = payloads.join(' ').slice(0, 100)
    await ask('/api-keys', { method: 'POST', body: { name: payload, scopes: [...scopes] } })
    // A name that was changed stands in the history as well.
    for (const name of payloads.slice(0, 2)) await ask(`/companies/${someId}`, { body: { name } })

    const context = await browser.newContext()
    const faults: string[] = []
    context.on('weberror', (error) => faults.push(`${error.page()?.url()}: ${error.error().message}`))
    context.on('dialog', (dialog) => faults.push(`a dialog: ${dialog.message()}`))
    context.on('console', (message) => {
      if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) faults.push(message.text())
    })
    const { origin } = server
    await context.request.post(`${origin}/session`, { headers: { origin }, data: { key: adminKey } })
    const page = await context.newPage()
    const check = async (where: string) => {
      for (const danger of await dangers(page)) faults.push(`${where}: ${danger}`)
    }
    let visited = 0
    const visit = async (address: string) => {
      await page.goto(origin + address)
      await page.locator('h1, [role=dialog]').first().waitFor()
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => {
        for (const one of document.querySelectorAll('details')) one.open = true
      })
      await check(address)
      visited += 1
    }
    for (const [address, resource] of pages) {
      await visit(address)
      const { list } = contract[resource]
      const { json } = await ask<{ data: { id: string }[] }>(`${list.path}?limit=50`)
      expect(json.data).toHaveLength(payloads.length)
      // The panel beside the list.
      await page.getByRole('rowheader').first().getByRole('link').focus()
      await page.keyboard.press('Enter')
      await page.getByRole('complementary').waitFor()
      await check(`${address} with its panel`)
      for (const { id } of json.data) await visit(`${address}/${id}`)
      await page.emulateMedia({ media: 'print' })
      await check(`${address} in print`)
      await page.emulateMedia({ media: null })
    }
    for (const address of [...others, `/companies/${someId}/edit`, `/budgets/${someId}/edit`]) await visit(address)
    await visit(`/automation/${someId}?try=${someId}`)
    for (const payload of payloads) await visit(`/companies?search=${encodeURIComponent(payload.slice(0, 90))}`)
    await page.goto(`${origin}/today`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('#root[data-ssr]').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('script')
    await page.getByRole('dialog').getByRole('option').first().waitFor()
    await check('the palette')
    expect(faults).toEqual([])
    return {
      harm: `${payloads.length} kinds of script in every text field of every resource, in a key’s name and in the history`,
      count: `${pages.length * payloads.length} records, ${visited} pages with panels, print, edit forms and palette`,
      result: 'nothing ran, no policy was violated, no handler and no address that runs was found',
    }
  } finally {
    await browser.close()
    await server.stop()
    await remove()
  }
})
