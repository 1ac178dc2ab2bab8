import { expect, it, vi } from 'vitest'
import type { DehydratedState, RequestContext, ServerFetch } from '../contract/core/ssr-protocol'
import { createPageRenderer } from './entry-server'

const berlin: RequestContext = {
  locale: 'de-DE',
  zone: 'Europe/Berlin',
  origin: 'https://quarterdeck.example',
  preferences: {},
}
const london: RequestContext = { ...berlin, locale: 'en-GB', zone: 'Europe/London' }

const id = '5b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f3'
const listOf = (data: object[]) => ({
  data,
  pagination: { page: 1, limit: 20, totalCount: data.length, totalPages: 1, hasNextPage: false, hasPrevPage: false },
})
const company = { id, name: 'Otterburn & Sons', employeeCount: 12_345, updatedAt: '2026-07-01T22:30:00.000Z' }

/** An API of which some paths have an answer, and the others are empty lists; it tells what it was asked. */
const answering = (answers: Record<string, object>) => {
  const asked: string[] = []
  const ask: ServerFetch = async (path) => {
    const [pathname = ''] = path.replace('/api/public/v1', '').split('?')
    asked.push(pathname)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 5))
    const answer = answers[pathname]
    if (answer instanceof Error) throw answer
    return Response.json(answer ?? listOf([]))
  }
  return { ask, asked }
}

const readOf = (data: string | null): DehydratedState['read'] => (data === null ? [] : JSON.parse(data).read)
const keysOf = (data: string | null) => readOf(data).map(([key]) => key[0])

it('draws a list with its rows, and gives along what was read', async () => {
  const { ask, asked } = answering({ '/companies': listOf([company]) })
  const page = createPageRenderer({ pathname: '/companies', search: '' })
  const { title, html, data } = await page.draw(london, ask)
  expect(title).toBe('Companies · Quarterdeck')
  expect(html).toContain('Otterburn &amp; Sons')
  expect(keysOf(data)).toContain('/companies')
  const { reader, date }: DehydratedState = JSON.parse(data ?? '')
  expect(reader).toEqual({ locale: 'en-GB', zone: 'Europe/London', preferences: {} })
  expect(Date.parse(date)).toBeGreaterThan(Date.now() - 60_000)
  expect(asked.filter((path) => path === '/companies')).toHaveLength(1)
})

it('keeps what was answered, and draws it again for whom the API says that it is the answer', async () => {
  const known: (string | undefined)[] = []
  const context =
    (again: () => Response): ServerFetch =>
    async (path, etag) => {
      if (!path.includes('status=pending')) return Response.json(listOf([]))
      known.push(etag)
      return etag ? again() : Response.json(listOf([company]), { headers: { etag: '"one"' } })
    }
  const draw = (ask: ServerFetch) =>
    createPageRenderer({ pathname: '/companies', search: '?status=pending' }).draw(london, ask)
  const unchanged = context(() => new Response(null, { status: 304 }))
  const [first, second] = [await draw(unchanged), await draw(unchanged)]
  expect(first.html).toContain('Otterburn')
  expect([second.html, readOf(second.data)]).toEqual([first.html, readOf(first.data)])

  const mayNot = await draw(context(() => Response.json({ detail: 'No.' }, { status: 403 })))
  expect(mayNot.html + mayNot.data).not.toContain('Otterburn')
  expect(known).toEqual([undefined, '"one"', '"one"'])
})

it('draws for one reader while it draws for another', async () => {
  const { ask } = answering({ '/companies': listOf([company]) })
  const draw = async (reader: RequestContext) => {
    const { html } = await createPageRenderer({ pathname: '/companies', search: '' }).draw(reader, ask)
    return html
  }
  const all = await Promise.all(Array.from({ length: 10 }, (_, index) => draw(index % 2 ? berlin : london)))
  for (const [index, html] of all.entries()) expect(html).toContain(index % 2 ? '12.345' : '12,345')
})

it('draws the day that it is where the reader is', async () => {
  const dayIn = async (zone: string) => {
    const { html } = await createPageRenderer({ pathname: '/today', search: '' }).draw(
      { ...london, zone },
      answering({}).ask,
    )
    return /\d+ \w+ \d{4}/.exec(html)?.[0]
  }
  // Twenty-five hours apart.
  expect(await dayIn('Pacific/Kiritimati')).not.toBe(await dayIn('Pacific/Pago_Pago'))
})

it('leaves to the page what cannot be read, and draws the rest', async () => {
  const { ask } = answering({ '/companies': listOf([company]), '/me': new Error('The database is away.') })
  const { html, data } = await createPageRenderer({ pathname: '/companies', search: '' }).draw(london, ask)
  expect(html).toContain('Otterburn')
  expect(keysOf(data)).toEqual(['/companies'])

  const nothing = await createPageRenderer({ pathname: '/companies', search: '' }).draw(london, () =>
    Promise.reject(new Error()),
  )
  expect(nothing.data).toBeNull()
  expect(nothing.html).toContain('skeleton')
  expect(nothing.html).not.toContain('role="alert"')
})

it('leaves to the page what was answered in part', async () => {
  const soon = new Date(Date.now() + 5 * 24 * 3_600_000).toISOString()
  const certificate = { id, course: { id, name: 'Phishing' }, enrollmentId: id, expiresAt: soon }
  const answers = { '/training/certificates': listOf([certificate]), '/training/enrollments': listOf([{ id }]) }
  const lanes = async (more: Record<string, object>) => {
    const { data } = await createPageRenderer({ pathname: '/due', search: '' }).draw(
      london,
      answering({ ...answers, ...more }).ask,
    )
    return readOf(data).map(([key]) => key.slice(0, 2).join(' '))
  }
  expect(await lanes({})).toContain('due certificates')
  const without = await lanes({ '/training/enrollments': new Error('Too late.') })
  expect(without).not.toContain('due certificates')
  expect(without).toContain('due goals')
})

it('draws the reference down to its first operations', async () => {
  const listing = (tag: string) => ({ get: { operationId: `${tag}.list`, summary: `List ${tag}`, tags: [tag] } })
  const document = { info: { description: 'Everything.' }, paths: { '/a': listing('a'), '/b': listing('b') } }
  const { ask } = answering({ '/openapi.json': document })
  const { title, html, data } = await createPageRenderer({ pathname: '/reference', search: '' }).draw(london, ask)
  expect(title).toBe('API reference · Quarterdeck')
  expect(html).toContain('Everything.')
  expect(html).toContain('id="a.list"')
  expect(html).not.toContain('id="b.list"')
  expect(html).toContain('href="#b.list"')
  expect(keysOf(data)).toContain('/api/public/v1/openapi.json')
})

it('draws an address with a broken % escape, and writes no line of it', async () => {
  const warn = vi.spyOn(console, 'warn')
  const refused = new Error('No such company.')
  for (const [pathname, said] of [
    ['/companies/%E0%A4%A', 'Companies'],
    ['/%E0%A4%A', 'There is no page at this address'],
  ] as const) {
    const { ask } = answering({ '/companies/%25E0%25A4%25A': refused })
    const { html } = await createPageRenderer({ pathname, search: '' }).draw(london, ask)
    expect(html).toContain(said)
  }
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})
