import { expect, it } from 'vitest'
import { canonicalId } from './canonical-id'

const id = '5b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f3'
const bare = id.replaceAll('-', '')

it.each([
  id,
  ` ${id}\n`,
  id.toUpperCase(),
  `{${id.toUpperCase()}}`,
  bare,
  `{${bare}}`,
  `urn:uuid:${id}`,
  `URN:UUID:${id.toUpperCase()}`,
  `/companies/${id}`,
  `https://console.example/companies/${id.toUpperCase()}/edit?tab=1#history`,
  `https://console.example/api/public/v1/surveys/nps/responses/${id}`,
  `https://console.example/budgets/%7B${id}%7D`,
])('finds the ID in %j', (text) => {
  expect(canonicalId(text)).toBe(id)
})

it.each(['', 'Bramley Orchard', `{${id}`, `${id}}`, `${id}0`, bare.slice(1), 'https://console.example/companies', '/'])(
  'finds no ID in %j',
  (text) => {
    expect(canonicalId(text)).toBeNull()
  },
)
