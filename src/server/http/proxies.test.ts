import { describe, expect, it } from 'vitest'
import { connectionReader, parseNetworks } from './proxies'

const networks = (text: string) => parseNetworks(text) ?? expect.unreachable()
const request = (headers: Record<string, string>) => new Request('http://10.0.0.9:4420/today', { headers })

describe('The client’s address', () => {
  const read = connectionReader(networks('127.0.0.0/8 ::1'))

  it.each([
    ['127.0.0.1', null, '127.0.0.1'],
    ['127.0.0.1', '192.0.2.7', '192.0.2.7'],
    ['127.0.0.1', '203.0.113.9, 192.0.2.7', '192.0.2.7'],
    ['127.0.0.1', '192.0.2.7,', '127.0.0.1'],
    ['127.8.0.1', '192.0.2.7', '192.0.2.7'],
    ['::ffff:127.0.0.1', '192.0.2.7', '192.0.2.7'],
    ['::1', '203.0.113.9,2001:db8::7', '2001:db8::7'],
    ['192.0.2.1', '127.0.0.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.7', '192.0.2.1'],
    ['2001:db8::1', '192.0.2.7', '2001:db8::1'],
    ['10.127.0.1', '192.0.2.7', '10.127.0.1'],
    ['127.0.0.1', '192.0.2.7, unknown', '127.0.0.1'],
    ['127.0.0.1', '192.0.2.7:51234', '192.0.2.7'],
    ['127.0.0.1', '[2001:db8::7]:51234', '2001:db8::7'],
  ])('is taken from %s with X-Forwarded-For %j: %s', (remote, forwarded, address) => {
    expect(read(remote, request(forwarded === null ? {} : { 'x-forwarded-for': forwarded })).address).toBe(address)
  })

  it('is the first one that no trusted proxy has, however many there are', () => {
    const behindTwo = connectionReader(networks('172.16.0.0/12, 10.0.0.5, fd00::/8'))
    const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.2, 10.0.0.5' }
    expect(behindTwo('172.18.0.3', request(headers)).address).toBe('198.51.100.2')
    expect(behindTwo('fd12::1', request(headers)).address).toBe('198.51.100.2')
    expect(behindTwo('10.0.0.6', request(headers)).address).toBe('10.0.0.6')
  })

  it.each([
    ['for=192.0.2.60;proto=https;by=203.0.113.43', '192.0.2.60', 'https://10.0.0.9:4420'],
    ['for="[2001:db8:cafe::17]:4711";host="console.example"', '2001:db8:cafe::17', 'http://console.example'],
    ['for=203.0.113.9, For=192.0.2.60', '192.0.2.60', 'http://10.0.0.9:4420'],
    ['for=_hidden', '127.0.0.1', 'http://10.0.0.9:4420'],
  ])('and the origin are taken from Forwarded %s', (forwarded, address, origin) => {
    expect(read('127.0.0.1', request({ forwarded }))).toEqual({ address, origin })
  })
})

describe('The origin', () => {
  const read = connectionReader(networks('10.1.0.0/16'))
  const told = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'console.example' }

  it.each([
    ['10.1.2.3', told, 'https://console.example'],
    ['10.2.2.3', told, 'http://10.0.0.9:4420'],
    ['10.1.2.3', { 'x-forwarded-proto': 'https, http' }, 'https://10.0.0.9:4420'],
    ['10.1.2.3', { 'x-forwarded-proto': 'gopher' }, 'http://10.0.0.9:4420'],
    ['10.1.2.3', { 'x-forwarded-host': 'evil.example/path?' }, 'http://10.0.0.9:4420'],
    ['10.1.2.3', { ...told, 'x-forwarded-host': 'console.example:99999' }, 'https://10.0.0.9:4420'],
    ['10.1.2.3', { ...told, 'x-forwarded-host': 'Console.example:443' }, 'https://console.example'],
    ['10.1.2.3', { ...told, 'x-forwarded-host': 'console.example:8443' }, 'https://console.example:8443'],
    [
      '10.1.2.3',
      { 'x-forwarded-for': '203.0.113.9', forwarded: 'host=evil.example;proto=https' },
      'http://10.0.0.9:4420',
    ],
  ])('for %s with %j is %s', (remote, headers, origin) => {
    expect(read(remote, request(headers as Record<string, string>)).origin).toBe(origin)
  })

  it('is that of the browser, which leaves out the usual port, if the proxy’s Host names it', () => {
    const passedOn = new Request('http://console.example:443/', { headers: { 'x-forwarded-proto': 'https' } })
    expect(read('10.1.2.3', passedOn).origin).toBe('https://console.example')
  })
})

it.each(['10.0.0.0/33', '10.0.0', 'localhost', '::1/129', '10.0.0.0/8/8', '10.0.0.1/x'])('%s is no network', (text) => {
  expect(parseNetworks(text)).toBeNull()
})
