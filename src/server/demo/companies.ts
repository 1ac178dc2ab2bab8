import type { z } from 'zod/mini'
import type { Company } from '../../contract/companies'
import type { Random } from './random'
import { stamps, type World } from './world'

/** Trades: the industry, what such companies call themselves after a name, and how many people work there. */
const trades: [industry: string, after: readonly string[], people: [number, number]][] = [
  ['Legal services', ['Solicitors LLP', 'Legal', 'Law', 'Notaries', '& Partners Solicitors'], [8, 160]],
  ['Accountancy', ['Chartered Accountants', 'Actuarial', 'Tax Advisers', 'Bookkeeping'], [4, 90]],
  ['Insurance', ['Insurance Brokers', 'Underwriting', 'Risk Advisers'], [12, 140]],
  ['Architecture', ['Architects', 'Planning Consultants', 'Naval Architects', 'Chartered Surveyors'], [6, 85]],
  ['Food manufacturing', ['Orchard Foods Ltd', 'Bakeries', 'Distillery', 'Creamery', 'Smokehouse'], [25, 480]],
  ['Engineering', ['Precision Engineering', 'Castings', 'Instrument Makers', 'Toolworks'], [18, 320]],
  ['Logistics', ['Freight & Cold Storage', 'Haulage', 'Shipping Agents', 'Couriers'], [20, 410]],
  ['Education', ['Academy Trust', 'Preparatory School', 'Sixth Form College'], [40, 620]],
  ['Healthcare', ['Dental Practice', 'Veterinary Group', 'Care Homes', 'Physiotherapy'], [9, 260]],
  ['Housing', ['Housing Association', 'Estates', 'Lettings', 'Property Management'], [11, 210]],
  ['Retail', ['Garden Centres', 'Booksellers', 'Outfitters', 'Home & Hardware'], [14, 300]],
  ['Hospitality', ['Hotels', 'Brewing Company', 'Restaurants', 'Holiday Parks'], [22, 380]],
  ['Charity', ['Hospice', 'Community Trust', 'Wildlife Trust', 'Food Bank'], [7, 130]],
  ['Wealth management', ['Wealth Management', 'Pensions', 'Investment Partners'], [5, 70]],
  ['Media', ['Design Studio', 'Translation & Interpreting Services', 'Film & Sound'], [3, 55]],
  ['Environmental services', ['Environmental Consulting', 'Recycling', 'Water Treatment'], [10, 190]],
]

const names =
  'Aldgate Bramley Calder Dunmore Evesham Fenwick Greyfriars Hollins Inverlochy Juniper Kestrel Lindsay Marchetti Northwick Okonkwo Pemberton Quayside Ravenscar Selkirk Thackeray Ullswater Vanbrugh Whitlock Yarrow Ashdown Brightwater Castellan Dovecote Elmstead Fairhaven Glenfinlas Harbour Islay Kingsmead Lomond Meadowbank Netherby Oakhanger Polperro Rowntree Saltmarsh Tamar Upwell Wharfedale Wensley Arrochar Blackthorn Corbridge Dalkeith Eskdale Foxglove Gosforth Hawthorn Ingleton Jarrow Kinross Langdale Malham Ninewells Orchard Penrose Quantock Rothesay Skipton Tarbert Wexcombe'.split(
    ' ',
  )
const pairs = [
  '& Whitcombe',
  'Vale',
  'Street',
  '& Daughters',
  'Marsden',
  'Lane',
  'Reid',
  'Bay',
  '& Sons',
  'Hill',
  'Park',
  'Bridge',
  '& Co',
  'Quay',
  '',
  '',
  '',
  '',
  '',
]

const elsewhere: [name: string, domain: string, industry: string][] = [
  ['北斗精機株式会社', 'hokuto-seiki.jp', 'Engineering'],
  ['شركة النور للتقنية', 'alnoor-tech.ae', 'Engineering'],
  ['Θαλασσινές Μεταφορές Α.Ε.', 'thalassines.gr', 'Logistics'],
  ['Київська Друкарня', 'druk.kyiv.ua', 'Media'],
  ['Sørensen & Daughters Naval Architects', 'sorensen-naval.com', 'Architecture'],
  ['Brüder Weißhaupt Präzisionswerk GmbH', 'weisshaupt.de', 'Engineering'],
  ['Château d’Œuvre Vins & Spiritueux', 'chateau-doeuvre.fr', 'Hospitality'],
  ['한빛 소프트', 'hanbit-soft.kr', 'Media'],
]

const longName =
  'The Worshipful Company of Instrument Makers, Chronometer Adjusters, Sextant Graduators and Compass Correctors of the Ancient and Honourable Port of Great Yarmouth, with the Associated Guild of Lamp Trimmers, Chart Engravers and Rope Walkers, founded 1721'

const nameOf = (
  random: Random,
  index: number,
): { name: string; domain: string; industry: string; people: [number, number] } => {
  const foreign = index % 27 === 13 ? elsewhere[Math.floor(index / 27) % elsewhere.length] : undefined
  if (foreign) return { name: foreign[0], domain: foreign[1], industry: foreign[2], people: [12, 240] }
  const [industry, after, people] = random.pick(trades)
  if (index === 31) return { name: longName, domain: 'instrumentmakers.org.uk', industry: 'Engineering', people }
  if (index === 57 || index === 58)
    return { name: "St Mary's Hospice", domain: 'stmarys-hospice.org.uk', industry: 'Charity', people: [20, 90] }
  const name = [random.pick(names), random.pick(pairs), random.pick(after)].filter(Boolean).join(' ')
  const words = name.toLowerCase().match(/[a-z]+/g) ?? []
  const stem = words
    .filter((word) => !['ltd', 'llp', 'co'].includes(word))
    .reduce((domain, word) => ((domain + word).length > 22 ? domain : domain + word), '')
  return {
    name,
    domain: `${stem}${random.weighted([
      ['.co.uk', 70],
      ['.com', 18],
      ['.org.uk', 7],
      ['.uk', 5],
    ])}`,
    industry,
    people,
  }
}

const remembered = new WeakMap<World, Map<number, ReturnType<typeof makeCompany>>>()

const makeCompany = (world: World, index: number) => {
  const random = world.random('companies', index)
  const { name, domain, industry, people } = nameOf(random, index)
  const size = Math.round(people[0] + (people[1] - people[0]) * random.next() ** 2)
  return { random, id: world.id('companies', index), index, name, domain, mail: domain, industry, size }
}

/** What other records need to know of a company, from its number alone. */
export const companyAt = (world: World, index: number) => {
  const known = remembered.get(world) ?? new Map<number, ReturnType<typeof makeCompany>>()
  remembered.set(world, known)
  const company = known.get(index) ?? makeCompany(world, index)
  known.set(index, company)
  return company
}

export const companyRecordAt = (world: World, index: number): z.output<typeof Company> => {
  const { id, name, domain, industry, size } = companyAt(world, index)
  const random = world.random('company record', index)
  return {
    id,
    name,
    domain: random.chance(0.03) ? null : domain,
    status: random.weighted([
      ['active', 86],
      ['inactive', 8],
      ['pending', 6],
    ] as const),
    employeeCount: random.chance(0.05) ? null : size,
    industry: random.chance(0.03) ? null : industry,
    website: random.chance(0.06) ? null : `https://www.${domain}`,
    ...stamps(world, random, 2600),
  }
}
