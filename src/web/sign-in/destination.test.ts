import { afterEach, describe, expect, test, vi } from 'vitest'

const origin = 'https://msp.example'

/** The base path is read once, when the module loads. */
const under = async (base: string) => {
  vi.stubGlobal('consoleBasePath', base)
  vi.resetModules()
  const { destination } = await import('./destination')
  return (next: string, hash = '') => destination({ origin, search: `?${new URLSearchParams({ next })}`, hash })
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

describe.each(['', '/ops/console'])('signing in under %j', (base) => {
  test.each([
    'https://a.example/',
    '//a.example/',
    '/\\a.example',
    '/.//a.example',
    '/..//a.example',
    'blob:https://msp.example/x',
    '\\\\a.example',
    '/\t/a.example',
    'https:a.example',
    'https://msp.example.a.example/',
    'https://msp.example@a.example/',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'http://[',
    '/sign-in?next=/companies',
  ])('stays on this console for %j', async (next) => {
    const to = new URL((await under(base))(next), `${origin}${base}/`)
    expect(to.origin).toBe(origin)
    expect(to.pathname).toMatch(new RegExp(`^${base}/(?!sign-in)`))
  })

  test('leads to a page with its filters and its panel', async () => {
    const to = await under(base)
    expect(to('/companies?search=a#panel')).toBe(`${origin}${base}/companies?search=a#panel`)
    expect(to('/companies', '#panel')).toBe(`${origin}${base}/companies#panel`)
  })
})

test('signing in under a base path does not lead above it', async () => {
  const to = await under('/ops/console')
  expect(to('/../../admin')).toBe('/ops/console/')
  expect(to('/../consoles')).toBe('/ops/console/')
})
