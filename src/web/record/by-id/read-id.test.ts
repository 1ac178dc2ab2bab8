import { expect, it } from 'vitest'
import { companies } from '../../../contract/companies'
import { devices } from '../../../contract/devices'
import { readId } from './read-id'

const id = '5b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f3'
const bare = id.replaceAll('-', '')

it.each([
  [companies.get, id.toUpperCase(), id],
  [companies.get, `{${bare}}`, id],
  [companies.get, ' no-id ', 'no-id'],
  [devices.get, `https://console.example/devices/${id}`, id],
  [devices.get, ` ${bare} `, bare],
  [devices.get, `urn:uuid:${id}`, id],
  [devices.get, 'DEVICE-17', 'DEVICE-17'],
])('reads an ID for %o in %j', (get, text, read) => {
  expect(readId(get, text)).toBe(read)
})
