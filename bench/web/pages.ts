import type { Browser } from '@playwright/test'
import { type Apps, inTurns, type State, table } from './table'

export const cookieOf = (cookies: State['cookies']) => cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** A page of each kind for a signed-in user. */
export const pagesOf = async (origin: string, cookie: string) => {
  const first = async (path: string) => {
    const response = await fetch(`${origin}/api/public/v1${path}?limit=1`, { headers: { cookie } })
    return ((await response.json()) as { data: { id: string }[] }).data[0]?.id
  }
  const company = await first('/companies')
  return {
    today: '/today',
    due: '/due',
    list: '/companies',
    record: `/companies/${company}`,
    form: `/companies/${company}/edit`,
    'NPS responses': '/nps/responses',
    'NPS review': '/nps/review',
    'follow-up': '/nps/follow-up',
    rules: '/automation',
    rule: `/automation/${await first('/automation')}`,
    budget: `/budgets/${await first('/budgets')}`,
    settings: '/settings/api-access',
    reference: '/reference',
    'not found': '/no/such/page',
  }
}

/** How long the server takes to render pages, the first time and later; Today is the first page its process renders. */
export const pages = async (
  _browser: Browser,
  { ours: { origin } }: Apps,
  { cookies }: State,
  rounds: number,
): Promise<void> => {
  const cookie = cookieOf(cookies)
  const addresses = await pagesOf(origin, cookie)
  const names = Object.keys(addresses) as (keyof typeof addresses)[]
  const drawn = async (name: keyof typeof addresses) => {
    const start = performance.now()
    const { body } = await fetch(origin + addresses[name], { headers: { cookie } })
    const reader = (body as ReadableStream).getReader()
    await reader.read()
    const frame = performance.now() - start
    while (!(await reader.read()).done);
    return { frame, whole: performance.now() - start }
  }
  const firsts = new Map<string, number>()
  for (const name of names) firsts.set(name, (await drawn(name)).whole)
  const found = await inTurns(rounds, names, drawn)
  const print = table('a page as the server draws it, ms', 'frame', 'whole', 'the first time')
  for (const name of names)
    print(
      name,
      found[name].median(({ frame }) => frame),
      found[name].median(({ whole }) => whole),
      firsts.get(name) ?? Number.NaN,
    )
}
