import { expect, it } from 'vitest'
import { describeBrowser } from './user-agent'

const mozilla = 'Mozilla/5.0'
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  ['Firefox on Windows', `${mozilla} (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0`],
  ['Firefox on iPhone', `${mozilla} (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webkit} FxiOS/145.0 Safari/605.1.15`],
  ['Chrome on macOS', `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${blink} Chrome/142.0.0.0 Safari/537.36`],
  ['Chrome on Android', `${mozilla} (Linux; Android 10; K) ${blink} Chrome/142.0.0.0 Mobile Safari/537.36`],
  ['Chrome on ChromeOS', `${mozilla} (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/142.0.0.0 Safari/537.36`],
  ['Chrome on Linux', `${mozilla} (X11; Linux x86_64) ${blink} HeadlessChrome/142.0.0.0 Safari/537.36`],
  ['Edge on Windows', `${mozilla} (Windows NT 10.0; Win64; x64) ${blink} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`],
  [
    'Opera on Windows',
    `${mozilla} (Windows NT 10.0; Win64; x64) ${blink} Chrome/142.0.0.0 Safari/537.36 OPR/124.0.0.0`,
  ],
  [
    'Samsung Internet on Android',
    `${mozilla} (Linux; Android 10; K) ${blink} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  ['Safari on iPad', `${mozilla} (iPad; CPU OS 18_6 like Mac OS X) ${webkit} Version/18.6 Mobile/15E148 Safari/604.1`],
  ['Safari on macOS', `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/26.0 Safari/605.1.15`],
  ['Unknown browser', 'curl/8.14.1'],
  ['Unknown browser', undefined],
])('recognises %s', (name, userAgent) => {
  expect(describeBrowser(userAgent)).toBe(name)
})
