import type { z } from 'zod/mini'
import type { CompanyUser, User } from '../../contract/users'
import { companyAt } from './companies'
import type { Random } from './random'
import { stamps, type World } from './world'

const firstNames =
  'Helen Rhys Imran Catherine Dariusz Margaret Tomás Aisha Owen Priya Callum Niamh Gareth Sunita Fiona Marcus Yasmin Duncan Eleanor Kwame Siobhan Piotr Rebecca Hamish Leila Oliver Chidi Bronwen Stephen Ayesha Rory Agnieszka Martin Zainab Angus Charlotte Femi Ingrid Declan Harriet Ravi Morag Lucas Beatrice Hassan Nicola Gethin Joanna Emeka Philippa Sanjay Kirsty Alasdair Wanjiru Simon Meera Ewan Georgina Tariq Louise Conor Anneliese Nathan Shirin Iain Vanessa Kofi Rosalind Arjun Clare'.split(
    ' ',
  )
const lastNames =
  'Tranter Llewellyn-Okafor Qureshi Ashworth-Bell Wolny O’Sullivan-Featherstone Ferreira Rahman Prosser Venkataraman MacAllister Gallagher Bevan Deshmukh Abernethy Oyelaran Haddad Sinclair Whitcombe Mensah Byrne Kowalczyk Thackeray Drummond Farahani Penhaligon Nwosu Pritchard Marsden Siddiqui Fitzgerald Nowak Fenwick Bello Cameron Hargreaves Adeyemi Lindqvist Murphy Blackwood Chandrasekhar Buchanan Marchetti Cavendish Al-Amin Thornton Rees Castellan Okonkwo Vale Banerjee Geddes Ross Kamau Whitlock Iyer Kerr Pemberton Hussain Dunmore Doyle Brandt Aldous Tehrani Munro Greyfriars Asante Hollins Patel Sutherland'.split(
    ' ',
  )
const elsewhere: [name: string, mail: string][] = [
  ['高橋 美咲', 'misaki.takahashi'],
  ['Ελένη Παπαδοπούλου', 'eleni.papadopoulou'],
  ['Сергей Коваленко', 'serhii.kovalenko'],
  ['ليلى الحسيني', 'layla.alhusseini'],
  ['김서연', 'seoyeon.kim'],
  ['Nguyễn Thị Thu Hà', 'thuha.nguyen'],
  ['Siân Ó Dónaill', 'sian.odonaill'],
  ['Łukasz Żółtowski', 'lukasz.zoltowski'],
]

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}|[’' ]/gu, '')
    .toLowerCase()

const nameOf = (random: Random): [name: string, mail: string] => {
  if (random.chance(0.012)) return random.pick(elsewhere)
  const [first, last] = [random.pick(firstNames), random.pick(lastNames)]
  return [`${first} ${last}`, `${plain(first)}.${plain(last)}`]
}

const clientRoles = ['Member', 'Approver', 'IT contact', 'Finance contact', 'Site lead']
const staffRoles = ['Service desk engineer', 'Account manager', 'Project engineer', 'Back office', 'Administrator']
export const roleAt = (world: World, group: 'client' | 'staff', index: number) => {
  const roles = group === 'client' ? clientRoles : staffRoles
  return { id: world.id(`role ${group}`, index), name: roles[index] as string }
}
export const clientRoleCount = clientRoles.length

const longest = `Sir Bartholomew Montgomery ${'Featherstonehaugh-'.repeat(12)}Cholmondeley`

/** Who a company's user is, from the number alone: other parts of the sample refer to people without keeping them. */
export const personAt = (world: World, index: number) => {
  const random = world.random('companyUsers', index)
  const company = companyAt(world, world.someCompany(random))
  const [name, mail] = nameOf(random)
  const fullName = index === 7 ? longest : name
  return {
    random,
    company,
    id: world.id('companyUsers', index),
    fullName,
    email: `${mail}${index % 23 === 0 ? index : ''}@${company.mail}`,
  }
}

export const companyUserAt = (world: World, index: number): z.output<typeof CompanyUser> => {
  const { random, company, id, fullName, email } = personAt(world, index)
  const status = random.weighted([
    ['active', 84],
    ['disabled', 7],
    ['pending', 5],
    ['imported', 4],
  ] as const)
  const times = stamps(world, random, 1400)
  const hasSignedIn = status === 'active' ? random.chance(0.93) : status === 'disabled' && random.chance(0.7)
  const since = (world.now.getTime() - Date.parse(times.createdAt)) / 86_400_000
  return {
    id,
    email,
    fullName,
    avatarUrl: null,
    status,
    lastLogin: hasSignedIn ? world.pastWorkday(random, since * random.next() ** 4).toISOString() : null,
    ...times,
    role: random.chance(0.02)
      ? null
      : roleAt(
          world,
          'client',
          random.weighted([
            [0, 70],
            [1, 9],
            [2, 8],
            [3, 7],
            [4, 6],
          ]),
        ),
    company: { id: company.id, name: company.name },
  }
}

export const mspDomain = 'northwick-it.co.uk'

export const staffAt = (world: World, index: number): z.output<typeof User> => {
  const random = world.random('users', index)
  const [fullName, mail] = [
    firstNames[(index * 7) % firstNames.length],
    lastNames[(index * 11 + 3) % lastNames.length],
  ].reduce<[string, string]>(
    ([name, address], part) => [`${name} ${part}`.trim(), `${address}.${plain(part ?? '')}`.replace(/^\./, '')],
    ['', ''],
  )
  const status = index === 21 ? 'disabled' : index === 23 ? 'pending' : 'active'
  return {
    id: world.id('users', index),
    email: `${mail}@${mspDomain}`,
    fullName,
    avatarUrl: null,
    status,
    lastLogin:
      status === 'pending'
        ? null
        : world.pastWorkday(random, status === 'active' ? random.int(0, 6) : 140).toISOString(),
    ...stamps(world, random, 1900, 40),
    role: roleAt(
      world,
      'staff',
      index === 0
        ? 4
        : random.weighted([
            [0, 40],
            [1, 25],
            [2, 20],
            [3, 10],
            [4, 5],
          ]),
    ),
    company: null,
    isPrimaryAdmin: index === 0,
  }
}

export const staffRef = (world: World, index: number) => {
  const { id, fullName } = staffAt(world, index)
  return { id, name: fullName }
}
