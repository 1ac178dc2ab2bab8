import fs from 'node:fs/promises'
import { expect } from '@playwright/test'
import { startMailServer } from '../src/server/testing/mail-server'
import { createTempFolder } from '../src/server/testing/temp-folder'
import { api } from './support/api'
import { startServer } from './support/instance'
import { test as base, signIn } from './support/server'
import { thorough } from './support/thorough'

type Mail = Awaited<ReturnType<typeof startMailServer>>

/** A server that may email, and the mail server that takes its emails. */
const test = base.extend<{ mail: Mail }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  mail: async ({}, use) => {
    const mail = await startMailServer()
    await use(mail)
    await mail.stop()
  },
  server: async ({ mail }, use) => {
    const { folder, remove } = await createTempFolder()
    await fs.cp(process.env.E2E_SAMPLE ?? '', folder, { recursive: true })
    const server = await startServer(folder, {
      QUARTERDECK_DEMO: 'off',
      QUARTERDECK_SMTP_URL: mail.url,
      QUARTERDECK_MAIL_FROM: 'Northwind IT <briefs@northwind.example>',
    })
    await use(server)
    await server.stop()
    await remove()
  },
})

type Contact = { fullName: string; email: string; status: string; company: { id: string; name: string } | null }

test(
  'a brief is previewed and emailed, then scheduled, paused, and comes first in the list when it fails',
  thorough,
  async ({ page, server, mail }) => {
    await signIn(page, server)
    const { data } = await api(page, server).list<Contact>('/companies/users?status=active&limit=50')
    const contact = data.find(({ company, email }) => company && /^[\w.-]+@[\w.-]+$/.test(email))
    if (!contact?.company) throw new Error('The sample has no active contact of a company.')
    const { company, fullName, email } = contact
    // Hangul is in no font of a PDF.
    await api(page, server).patch(`/briefs/${company.id}`, { paper: 'Letter', proposal: 'Neue Laptops für 한국.' })
    await page.goto(`./companies/${company.id}`)
    await page.getByRole('link', { name: 'Client brief' }).click()
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
    const notPrinted = 'The PDF shows boxes for characters it can’t print: 한 국. The Word file can show them.'
    await page.getByRole('button', { name: 'Download' }).click()
    await page.getByRole('button', { name: 'PDF, Letter' }).click()
    await expect(page.getByText(notPrinted)).toBeVisible()
    const keepEditing = async (changes: string) => {
      await page.evaluate(() => history.back())
      await page
        .getByRole('alertdialog', { name: `Leave with ${changes}?` })
        .getByText('Keep editing')
        .click()
    }
    await page.getByRole('button', { name: 'Email', exact: true }).click()
    const letter = page.getByRole('dialog', { name: 'Email this brief' })
    await expect(letter.getByLabel('Subject')).toHaveValue(`Kundenbericht, ${company.name}`)
    await letter.getByRole('button', { name: 'Preview' }).click()
    await expect(letter.getByText('Choose at least one recipient.')).toBeVisible()
    const to = letter.getByLabel('To', { exact: true })
    const paste = (text: string) =>
      to.evaluate((input, text) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text', text)
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, text)
    await paste(
      '"Otto, Client" <OTTO@client.example>; otto@client.example\r\nnobody, Ida <ida@client.example> jo@client.example, x@',
    )
    await expect(
      letter.getByText('“nobody” and “x@” are neither contacts of this client nor email addresses.'),
    ).toBeVisible()
    await expect(to).toHaveValue('nobody, x@')
    const pasted = ['OTTO@client.example', 'ida@client.example', 'jo@client.example']
    await expect(letter.getByRole('list', { name: 'Recipients' }).getByRole('listitem')).toHaveText(pasted)
    for (const name of pasted) await letter.getByRole('button', { name: `Remove ${name}` }).click()
    await to.fill(fullName)
    const choice = `${fullName} <${email}>`
    await expect(letter.locator(`option[value="${choice}"]`)).toBeAttached()
    await to.fill(choice)
    await to.fill('otto@client.example,')
    const chosen = letter.getByRole('list', { name: 'Recipients' })
    await expect(chosen.getByRole('listitem')).toHaveText([`${fullName} ${email}`, 'otto@client.example'])
    await letter.getByLabel('Replies go to').fill('ida@northwind.example')
    // What is no recipient yet is not dropped.
    await to.fill('nobody')
    await letter.getByRole('button', { name: 'Preview' }).click()
    await expect(letter.getByText('“nobody” is neither a contact of this client nor an email address.')).toBeVisible()
    await to.fill('')
    await letter.getByRole('button', { name: 'A4', exact: true }).click()
    await keepEditing('3 unsaved changes')
    await letter.getByRole('button', { name: 'Letter', exact: true }).click()
    await keepEditing('2 unsaved changes')
    // In a short window the button that sends stands where Preview was.
    const size = page.viewportSize() ?? { width: 1440, height: 900 }
    await page.setViewportSize({ width: 1280, height: 600 })
    await letter.getByRole('button', { name: 'Preview' }).dblclick()

    const preview = page.getByRole('dialog', { name: 'Check and send' })
    await expect(preview.getByRole('button', { name: 'Send to 2 people' })).toBeFocused()
    await expect(preview.getByText('Northwind IT <briefs@northwind.example>')).toBeVisible()
    await expect(preview.getByText('Guten Tag,')).toBeVisible()
    await expect(preview.getByText(notPrinted)).toBeVisible()
    await expect(preview.getByRole('article')).toContainText(company.name)
    await expect(preview.getByRole('heading', { name: 'Attached, PDF, Letter' })).toBeVisible()
    // Only what is between its header and its footer scrolls, and that in one.
    for (const [width, height] of [
      [1280, 720],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      const scrollers = await preview.evaluate((dialog) => {
        const scrolls = [dialog, ...dialog.querySelectorAll('*')].filter(
          (one) => one.scrollHeight > one.clientHeight && getComputedStyle(one).overflowY === 'auto',
        )
        for (const one of scrolls) one.scrollTo(0, 0)
        return scrolls.length
      })
      expect(scrollers).toBe(1)
      await expect(preview.getByRole('button', { name: 'Send to 2 people' })).toBeInViewport({ ratio: 1 })
      await preview.getByRole('article').evaluate((brief) => brief.scrollIntoView({ block: 'end' }))
      await expect(preview.getByRole('heading', { name: 'Check and send' })).toBeInViewport({ ratio: 1 })
    }
    await page.setViewportSize(size)
    expect(mail.received).toEqual([])
    await page.route('**/brief/send', (route) => route.abort())
    await preview.getByRole('button', { name: 'Send to 2 people' }).click()
    await expect(preview.getByText('It may have been sent.')).toBeVisible()
    await page.unroute('**/brief/send')
    await preview.getByRole('button', { name: 'Send a test to me' }).click()
    await expect(page.getByText('Test sent')).toBeVisible()
    await preview.getByRole('button', { name: 'Send to 2 people' }).click()
    await expect(page.getByText('Brief sent')).toBeVisible()
    await expect(preview).toBeHidden()
    expect(
      mail.received.map(({ to }) => [to].flat().flatMap((each) => each?.value.map(({ address }) => address))),
    ).toEqual([['ida@northwind.example'], [email, 'otto@client.example']])
    const sent = page.locator('section', { has: page.getByRole('heading', { name: 'Sent', exact: true }) })
    await expect(sent.getByRole('listitem').first()).toContainText('Sent')
    await expect(sent.getByRole('listitem').first()).not.toContainText('as a test')
    await expect(sent.getByRole('listitem').nth(1)).toContainText('as a test')

    await page.getByRole('button', { name: 'Schedule this brief' }).click()
    const form = page.getByRole('dialog', { name: 'Schedule this brief' })
    await form.getByLabel('To', { exact: true }).fill('otto@client.example,')
    await form.getByLabel('Replies go to').fill('ida@northwind.example')
    for (const wrong of ['40', '-5']) {
      await form.getByLabel('Days', { exact: true }).fill(wrong)
      await form.getByRole('button', { name: 'Create schedule' }).click()
      await expect(form.getByText('Enter a whole number from 0 to 28.')).toBeVisible()
    }
    await keepEditing('3 unsaved changes')
    const message = form.getByLabel('Message')
    const language = form.getByLabel('Language')
    await expect(message).toHaveValue(/^Guten Tag,/)
    await language.selectOption('fr')
    await expect(message).toHaveValue(/^Bonjour,/)
    await keepEditing('4 unsaved changes')
    // The client's own language is English.
    await language.selectOption('As set for the client')
    await expect(message).toHaveValue(/^Hello,/)
    await message.fill('Our own words')
    await language.selectOption('de')
    await expect(message).toHaveValue('Our own words')
    await form.getByLabel('Days', { exact: true }).fill('3')
    await page.route('**/brief-schedules', (route) => route.abort(), { times: 1 })
    await form.getByRole('button', { name: 'Create schedule' }).click()
    await expect(form.getByRole('alert')).toHaveText(
      'It may have been created. The server didn’t confirm it. Look under Scheduled, below the brief, before you try again.',
    )
    await form.getByRole('button', { name: 'Create schedule' }).click()
    await page.getByRole('link', { name: /^3 days after each quarter, 08:00 / }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Quarterly brief, ${company.name}` })).toBeVisible()
    const state = page
      .locator('header, div')
      .filter({ has: page.getByRole('heading', { level: 1 }) })
      .last()
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(state.getByText('Paused')).toBeVisible()
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(state.getByText('Active')).toBeVisible()

    mail.hooks.refuse = () => ({ code: 550, text: 'No such user here' })
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('The last run failed.')).toBeVisible()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Brief schedules' }).click()
    const failing = page.getByRole('region', { name: /failing schedule/ })
    await expect(failing).toBeVisible()
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Failing' }).click()
    const row = page.getByRole('row').filter({ hasText: 'No such user here' })
    await expect(row).toContainText('Not sent')
    await row.getByRole('rowheader').getByRole('link').click()
    mail.hooks.refuse = () => null
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click()
    await expect(state.getByText('Active')).toBeVisible()
    expect(mail.received).toHaveLength(3)

    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Schedule removed')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Brief schedule not found' })).toBeVisible()

    const list = api(page, server).list<{ status: string }>
    const pausedOf = async () => (await list('/brief-schedules?status=paused&limit=1')).pagination.totalCount
    const [paused, all] = [await pausedOf(), (await list('/brief-schedules?limit=1')).pagination.totalCount]
    await page.goto('./brief-schedules?limit=100')
    await page.getByRole('checkbox', { name: `Select the ${all} on this page` }).check()
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: `Pause ${all} brief schedules` }).click()
    const dialog = page.locator('dialog[open]')
    await expect(dialog.getByRole('heading')).toHaveText(`${all - paused} of ${all} brief schedules paused`)
    expect(await pausedOf()).toBe(all)
    await dialog.getByRole('button', { name: `Resume these ${all - paused}` }).click()
    await expect(dialog.getByRole('heading')).toHaveText(`Undone for ${all - paused} brief schedules`)
    expect(await pausedOf()).toBe(paused)
  },
)
