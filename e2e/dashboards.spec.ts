import { expect, type Page } from '@playwright/test'
import { api } from './support/api'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

type Dashboard = {
  id: string
  name: string
  url: string
  allowInIframe: boolean
  companyUrls: { companyId: string; companyName: string; url: string }[]
}

const those = async (page: Page, server: Parameters<typeof api>[1], fits: (dashboard: Dashboard) => boolean) => {
  const { data } = await api(page, server).list<Dashboard>('/dashboards/external?limit=100')
  const found = data.find(fits)
  if (!found) throw new Error('The sample has no such dashboard.')
  return found
}

test.beforeEach(({ page, server }) => signIn(page, server))

test('a dashboard is embedded in a sandboxed frame, at the selected company’s address', async ({ page, server }) => {
  const dashboard = await those(page, server, (one) => one.allowInIframe && one.companyUrls.length > 0)
  const [special] = dashboard.companyUrls
  if (!special) throw new Error('The dashboard has no address of a company.')
  await page.goto('./dashboards')
  await page.getByRole('searchbox').fill(dashboard.name)
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  const asked = page.waitForRequest((request) => request.url() === new URL(dashboard.url).href)
  await page.getByRole('rowheader', { name: dashboard.name }).getByRole('link').click()
  // That it is asked for at all shows that the page's Content-Security-Policy lets it in.
  expect((await asked).headers()).not.toHaveProperty('referer')
  const frame = page.locator(`iframe[title="${dashboard.name}"]`)
  await expect(frame).toHaveAttribute('src', dashboard.url)
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-forms allow-same-origin')
  await expect(frame).toHaveAttribute('loading', 'lazy')
  await expect(page.getByText('Nothing showing?')).toContainText('Open it in a new tab')

  const choice = page.getByRole('combobox', { name: 'Address for' })
  await choice.selectOption(special.companyName)
  await expect(page).toHaveURL(`./dashboards/${dashboard.id}?company=${special.companyId}`)
  await expect(frame).toHaveAttribute('src', special.url)
  await page.reload()
  await expect(frame).toHaveAttribute('src', special.url)
  await expect(choice).toHaveValue(special.companyId)
  const link = page.getByRole('link', { name: 'Open in a new tab', exact: true }).first()
  await expect(link).toHaveAttribute('href', special.url)
  await page.goBack()
  await expect(frame).toHaveAttribute('src', dashboard.url)

  await page.goto(`./dashboards/${dashboard.id}?company=nobody`)
  await expect(page.getByText('No address for this company')).toBeVisible()
  await expect(frame).toHaveAttribute('src', dashboard.url)
  await page.getByRole('link', { name: special.companyName }).click()
  await expect(page.getByRole('heading', { level: 1, name: special.companyName })).toBeVisible()
})

test(
  'a dashboard that cannot be embedded says why and opens in an isolated tab',
  thorough,
  async ({ page, server, context }) => {
    await context.route('https://**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<title>Outside</title><script>document.title += opener ? " with a hold of us" : " alone"</script>',
      }),
    )
    const dashboard = await those(page, server, (one) => !one.allowInIframe)
    await page.goto(`./dashboards/${dashboard.id}`)
    await expect(page.getByText('This dashboard is set to open in a new tab.')).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Open in a new tab' }).click()
    const tab = await opened
    await expect(tab).toHaveTitle('Outside alone')
    expect(tab.url()).toBe(new URL(dashboard.url).href)
  },
)
