import { describe, expect, it } from 'vitest'
import { addressFor, framingOf, hostOf } from './frame'

const console = 'https://console.example.com'
const address = 'https://desk.example.com/wall'
const allowed = { allowInIframe: true, framePolicy: 'sandbox' }

describe('a dashboard', () => {
  it('is shown in a frame without an origin of its own where it may be', () => {
    expect(framingOf(allowed, address, console)).toEqual({ sandbox: 'allow-scripts allow-forms' })
    expect(framingOf({ allowInIframe: true, framePolicy: null }, address, console)).toEqual({
      sandbox: 'allow-scripts allow-forms',
    })
  })

  it.each(['sameorigin', 'SAMEORIGIN', ' allow-same-origin '])(
    'keeps its origin where its policy is %j',
    (framePolicy) => {
      expect(framingOf({ allowInIframe: true, framePolicy }, address, console)).toEqual({
        sandbox: 'allow-scripts allow-forms allow-same-origin',
      })
    },
  )

  it.each([
    [{ allowInIframe: false, framePolicy: 'sameorigin' }, address, 'set to open in a new tab'],
    [{ framePolicy: null }, address, 'doesn’t say'],
    [{ allowInIframe: true, framePolicy: 'deny' }, address, '“deny”, doesn’t allow embedding'],
    [{ allowInIframe: true, framePolicy: 'DENY' }, address, '“DENY”, doesn’t allow embedding'],
    [{ allowInIframe: true, framePolicy: 'constructor' }, address, '“constructor”, isn’t recognised'],
    [allowed, 'http://desk.example.com', 'isn’t https'],
    [allowed, 'javascript:alert(1)', 'isn’t https'],
    [allowed, 'data:text/html,<p>', 'isn’t https'],
    [allowed, `${console}/companies`, 'this console’s own'],
    [allowed, 'desk', 'no valid address'],
    [allowed, null, 'no valid address'],
  ])('%j at %j opens on its own, because %j', (dashboard, at, because) => {
    const framing = framingOf(dashboard, at, console)
    expect('because' in framing && framing.because).toContain(because)
  })
})

describe('the address for a company', () => {
  const own = { companyId: 'c1', companyName: 'Juniper', url: `${address}/juniper` }
  const dashboard = { url: address, companyUrls: [own, { companyId: 'c2', companyName: 'Kestrel', url: '' }] }
  it.each([
    ['c1', own.url, own],
    ['c2', address, undefined],
    ['c3', address, undefined],
    [null, address, undefined],
  ])('%j is %j', (company, at, special) => {
    expect(addressFor(dashboard, company)).toEqual({ address: at, company: special })
  })

  it('is missing where none is given', () => {
    expect(addressFor({}, 'c1')).toEqual({ address: null, company: undefined })
  })
})

it.each([
  ['https://desk.example.com:8443/wall', 'desk.example.com:8443'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['desk', 'desk'],
  [null, ''],
])('the host of %j is %j', (at, host) => {
  expect(hostOf(at)).toBe(host)
})
