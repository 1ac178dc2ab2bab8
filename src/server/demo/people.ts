import type { z } from 'zod/mini'
import type { CompanyUser, User } from '../../contract/users'
import { companyAt } from './companies'
import type { Random } from './random'
import { since, stamps, stampsOf, type World } from './world'

const firstNames =
  'Helen Rhys Imran Catherine Dariusz Margaret Tomás Aisha Owen Priya Callum Niamh Gareth Sunita Fiona Marcus Yasmin Duncan Eleanor Kwame Siobhan Piotr Rebecca Hamish Leila Oliver Chidi Bronwen Stephen Ayesha Rory Agnieszka Martin Zainab Angus Charlotte Femi Ingrid Declan Harriet Ravi Morag Lucas Beatrice Hassan Nicola Gethin Joanna Emeka Philippa Sanjay Kirsty Alasdair Wanjiru Simon Meera Ewan Georgina Tariq Louise Conor Anneliese Nathan Shirin Iain Vanessa Kofi Rosalind Arjun Clare'.split(
    ' ',
  )
/** Less common names, so that no long list starts with a single name. */
const rarerNames =
  'Aaron Abdul Abena Abigail Ada Adele Adnan Adrian Aileen Ailsa Akua Alfie Alina Alison Amara Amit Anwen Asha Barnaby Bethan Blessing Bridget Cerys Chiara Clement Cormac Dafydd Deepa Delphine Desmond Dilys Edith Efua Elspeth Emrys Esme Farah Felix Finlay Flora Freya Gaurav Gemma Greta Hamza Heledd Henrik Hugo Idris Imogen Iolo Isla Ivy Jamal Jasper Jerome Josephine Kamala Karim Keira Kenji Lachlan Laszlo Lorna Lowri Mabel Magnus Mairi Malik Mathilde Mina Muriel Nadia Nerys Ngozi Nia Obinna Olwen Oona Orla Oscar Patrick Pearl Petra Quentin Rafael Rhiannon Roisin Rowan Samir Saoirse Selina Seren Shreya Silas Solomon Tabitha Tamsin Teodora Thandi Tobias Una Usha Verity Viktor Wendy Winifred Xanthe Yusuf Zara Zoltan'.split(
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
  const [first, last] = [random.pick(random.chance(0.35) ? rarerNames : firstNames), random.pick(lastNames)]
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

/** A company user computed from its number, so that other parts can refer to people without storing them. */
const personAt = (world: World, index: number) => {
  const random = world.random('companyUsers', index)
  const company = companyAt(world, world.someCompany(random))
  const [name, mail] = nameOf(random)
  // Most are long-standing.
  const age = since(company, 1400) * (1 - 0.97 * random.next() ** 1.6)
  return {
    random,
    company,
    age,
    id: world.id('companyUsers', index),
    fullName: index === 7 ? longest : name,
    email: `${mail}${index % 40 === 0 ? 2 : ''}@${company.domain}`,
  }
}

/** Someone who was already there that many days ago; after some tries, anyone. */
export const someoneThere = (world: World, random: Random, daysAgo: number) => {
  let person = personAt(world, world.someUser(random))
  for (let attempt = 0; attempt < 40 && person.age < daysAgo + 2; attempt++)
    person = personAt(world, world.someUser(random))
  return person
}

export const companyUserAt = (world: World, index: number): z.output<typeof CompanyUser> => {
  const { random, company, age, id, fullName, email } = personAt(world, index)
  const status = random.weighted([
    ['active', 84],
    ['disabled', 7],
    ['pending', 5],
    ['imported', 4],
  ] as const)
  const hasSignedIn = status === 'active' ? random.chance(0.93) : status === 'disabled' && random.chance(0.7)
  const times = stampsOf(world, random, age)
  const signedIn = world.pastWorkday(
    random,
    status === 'disabled' ? age * random.next() : Math.min(age, 0.6 + 200 * random.next() ** 4),
  )
  const role = random.weighted([
    [0, 70],
    [1, 9],
    [2, 8],
    [3, 7],
    [4, 6],
  ])
  return {
    id,
    email,
    fullName,
    avatarUrl: null,
    status,
    lastLogin: hasSignedIn ? new Date(Math.max(signedIn.getTime(), Date.parse(times.createdAt))).toISOString() : null,
    ...times,
    role: random.chance(0.02) ? null : roleAt(world, 'client', role),
    company: { id: company.id, name: company.name },
  }
}

export const mspDomain = 'northwick-it.co.uk'

export const staffAt = (world: World, index: number): z.output<typeof User> => {
  const random = world.random('users', index)
  const [fullName, mail] = [
    firstNames[(index * 9) % firstNames.length],
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
