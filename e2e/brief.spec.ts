import { expect } from '@playwright/test'
import { encode } from 'fast-png'
import { api } from './support/api'
import { signIn, test } from './support/server'

test.use({ ownServer: true })

test.beforeEach(({ page, server }) => signIn(page, server))

type Answer = { companyId: string | null; feedbackText: string | null }
const pngOf = (width: number, height: number) =>
  Buffer.from(encode({ width, height, channels: 4, data: new Uint8Array(width * height * 4) }))

type Kept = { proposal: string; language: string; sections: string[]; firstQuotation: string | null }

test('a brief is made of what the account manager keeps for the client, and carries the brand', async ({
  page,
  server,
}) => {
  const { list, get, patch } = api(page, server)
  const answers = (await list<Answer>('/surveys/nps/responses?limit=100')).data
  const quoted = answers.find(({ companyId, feedbackText }) => companyId && feedbackText)
  const id = quoted?.companyId ?? ''
  const kept = () => get<Kept>(`/briefs/${id}`)
  await page.goto(`./companies/${id}/brief`)
  const brief = page.getByRole('article')
  await page.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit the client brief' })
  const proposal = form.getByRole('textbox', { name: 'What we propose' })
  await form.getByRole('checkbox', { name: 'Goals' }).uncheck()
  await form.getByLabel('First quotation').selectOption({ index: 1 })
  await form.getByLabel('What-if scenario').fill('somewhere else')
  const since = form.getByLabel('Changes since')
  await expect(since).toHaveAttribute('type', 'date')
  for (const wrong of ['2999-01-01', '1999-12-31']) {
    await since.fill(wrong)
    await expect(since).toHaveAccessibleDescription('Must be a day in the past, 2000-01-01 or later.')
  }
  await since.fill('')
  await expect(form.getByLabel('What-if scenario')).toHaveAccessibleDescription(
    'Must be the address of a what-if scenario, copied from a budget.',
  )
  await form.getByLabel('What-if scenario').fill('')
  await proposal.fill('Replace twelve laptops.')
  await form.getByRole('button', { name: 'Save 3 changes' }).click()
  await expect(page.getByText('Client brief saved.')).toBeVisible()
  await expect(brief.getByText('Replace twelve laptops.')).toBeVisible()
  await expect(brief.getByRole('blockquote')).toBeVisible()
  await expect(brief.getByRole('heading', { name: 'Goals' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit' }).click()
  await proposal.fill('Replace thirteen laptops.')
  const leave = [() => page.evaluate(() => history.back()), () => page.keyboard.press('Escape')]
  for (const tryToLeave of leave) {
    await tryToLeave()
    await page.getByRole('alertdialog', { name: 'Leave with 1 unsaved change?' }).getByText('Keep editing').click()
    await expect(proposal).toHaveValue('Replace thirteen laptops.')
  }
  await patch(`/briefs/${id}`, { proposal: 'Replace nothing.', language: 'nl' })
  await form.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('alertdialog', { name: 'Someone else changed this brief while you were editing' })
  await conflict.getByRole('button', { name: 'Save 1 change to current version' }).click()
  await expect(brief).toHaveAttribute('lang', 'nl-NL')
  await expect(brief.getByText('Replace thirteen laptops.')).toBeVisible()
  expect(await kept()).toMatchObject({ proposal: 'Replace thirteen laptops.', language: 'nl' })
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('nl')

  // What is saved is what was seen.
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  await expect(brief).toHaveAttribute('lang', 'de-DE')
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(form.getByLabel('Language')).toHaveValue('de')
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Edit' }).click()
  await proposal.fill('Nichts ersetzen.')
  await form.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(form).toBeHidden()
  expect(await kept()).toMatchObject({ proposal: 'Nichts ersetzen.', language: 'de' })
  await expect(page).toHaveURL(`./companies/${id}/brief`)

  await page.goto('./settings/brand')
  await page.getByRole('button', { name: 'Edit' }).click()
  const look = page.getByRole('dialog', { name: 'Edit the brand' })
  const logo = look.getByLabel('Logo', { exact: true })
  const choose = (mimeType: string, buffer: Buffer) => logo.setInputFiles({ name: 'logo', mimeType, buffer })
  await choose('image/svg+xml', Buffer.from('<svg/>'))
  await expect(look.getByRole('alert')).toHaveText('This file is not a PNG or JPEG. Choose one that is.')
  await choose('image/png', Buffer.from('no picture'))
  await expect(look.getByRole('alert')).toContainText('This picture can’t be read.')
  await choose('image/png', pngOf(1601, 10))
  await expect(logo).toHaveAccessibleDescription(/This picture is larger than 1,600 × 800 pixels\./)
  await expect(logo).toHaveValue('')
  await expect(look.getByRole('button', { name: 'Remove' })).toHaveCount(0)
  // That the server refuses it after all.
  await page.route('**/brand', (route) =>
    route.request().method() === 'PATCH'
      ? route.continue({ postData: { ...route.request().postDataJSON(), logo: 'x' } })
      : route.continue(),
  )
  await choose('image/png', pngOf(16, 8))
  await expect(look.getByRole('button', { name: 'Remove' })).toBeVisible()
  // Or the same file could not be chosen again.
  await expect(logo).toHaveValue('')
  await look.getByRole('textbox', { name: 'Colour', exact: true }).fill('#ffcc00')
  await expect(look.getByRole('textbox', { name: 'Colour', exact: true })).toHaveAccessibleDescription(
    /^Must be darker: its contrast against white is 1.5, and text needs 4.5. #8f7200 is the nearest/,
  )
  await look.getByRole('textbox', { name: 'Colour', exact: true }).fill('#8f7200')
  await look.getByLabel('Name', { exact: true }).fill('Northgate IT')
  await look.getByRole('button', { name: 'Save 3 changes' }).click()
  await expect(
    look.getByText('The logo is not a PNG or JPEG that can be read. Save the picture as one of them again.'),
  ).toBeVisible()
  await page.unroute('**/brand')
  await look.getByRole('button', { name: 'Remove' }).click()
  await look.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(page.getByText('Brand saved.')).toBeVisible()
  await page.goto(`./companies/${id}/brief`)
  await expect(brief.getByText('Northgate IT')).toBeVisible()
  await expect(brief).toHaveCSS('--brand', '#8f7200')
})
