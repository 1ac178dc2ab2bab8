import type { z } from 'zod/mini'
import type { Company } from '../../contract/companies'
import type { Random } from './random'
import { elsewhere, largest, longName, names, pairs, placesOf, trades } from './trades'
import { stampsOf, type World } from './world'

const domainOf = (random: Random, name: string, isCharitable: boolean) => {
  const words = (name.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => !['ltd', 'llp', 'the'].includes(word))
  const stem = words.reduce((domain, word) => ((domain + word).length > 22 ? domain : domain + word), '')
  const ending = isCharitable
    ? random.pick(['.org.uk', '.org.uk', '.org'])
    : random.weighted([
        ['.co.uk', 74],
        ['.com', 19],
        ['.uk', 7],
      ])
  return stem + ending
}

const identityOf = (random: Random, index: number) => {
  const large = largest[index]
  if (large) return { ...large, currency: 'GBP' }
  const foreign = index % 27 === 13 ? elsewhere[Math.floor(index / 27) % elsewhere.length] : undefined
  if (foreign) return { ...foreign, people: [14, 240] as const }
  const { industry, after, people, charitable = false } = random.pick(trades)
  const about = { industry, people, currency: random.chance(0.96) ? 'GBP' : random.pick(['EUR', 'USD']) }
  if (index === 31) return { ...about, name: longName, domain: 'instrumentmakers.org.uk', industry: 'Engineering' }
  if (index === 57 || index === 58)
    return { ...about, name: "St Mary's Hospice", domain: 'stmarys-hospice.org.uk', industry: 'Charity' }
  const name = [random.pick(names), random.chance(0.4) && random.pick(pairs), random.pick(after)]
    .filter(Boolean)
    .join(' ')
  return { ...about, name, domain: domainOf(random, name, charitable) }
}

/** Larger clients come first; an early one has at least the contacts of the sample, and has stayed for years. */
const makeCompany = (world: World, index: number) => {
  const random = world.random('companies', index)
  const { name, domain, industry, people, currency } = identityOf(random, index)
  const size = Math.round(people[0] + (people[1] - people[0]) * random.next() ** 2)
  const rank = (index + 0.5) / world.count('companies')
  const users = (11.5 * rank ** -0.375 + 6) * (1.15 + random.next() * 0.5)
  return {
    id: world.id('companies', index),
    index,
    name,
    domain,
    industry,
    currency,
    places: placesOf(industry),
    size: Math.max(size, Math.round(users)),
    /** Days since it became a client. */
    age: index < largest.length ? random.int(1500, 2600) : random.int(8, 2600),
  }
}

const remembered = new WeakMap<World, Map<number, ReturnType<typeof makeCompany>>>()

/** What other records need of a company, computed from its number. */
export const companyAt = (world: World, index: number) => {
  const known = remembered.get(world) ?? new Map<number, ReturnType<typeof makeCompany>>()
  remembered.set(world, known)
  const company = known.get(index) ?? makeCompany(world, index)
  known.set(index, company)
  return company
}

export const companyRecordAt = (world: World, index: number): z.output<typeof Company> => {
  const { id, name, domain, industry, size, age } = companyAt(world, index)
  const random = world.random('company record', index)
  return {
    id,
    name,
    domain: random.chance(0.03) ? null : domain,
    status:
      index < largest.length
        ? 'active'
        : random.weighted(
            age < 60
              ? ([
                  ['active', 65],
                  ['pending', 35],
                ] as const)
              : ([
                  ['active', 90],
                  ['inactive', 8],
                  ['pending', 2],
                ] as const),
          ),
    employeeCount: random.chance(0.05) ? null : size,
    industry: random.chance(0.03) ? null : industry,
    website: random.chance(0.06) ? null : `https://www.${domain}`,
    ...stampsOf(world, random, age),
  }
}
