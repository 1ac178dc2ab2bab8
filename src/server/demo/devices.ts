import type { z } from 'zod/mini'
import { dayLong } from '../../contract/core/days'
import type { Device } from '../../contract/devices'
import { companyAt } from './companies'
import { since, stamps, type World } from './world'

type Model = {
  type: string
  code: string
  maker: string
  models: readonly string[]
  systems: readonly string[]
  firmware?: readonly string[]
}

const windows = ['Windows 11 Pro 24H2', 'Windows 11 Pro 23H2', 'Windows 10 Pro 22H2', 'Windows 11 Enterprise 24H2']
const kinds: readonly (readonly [Model, number])[] = [
  [
    {
      type: 'Laptop',
      code: 'LT',
      maker: 'Dell',
      models: ['Latitude 5540', 'Latitude 7450', 'Precision 3590'],
      systems: windows,
    },
    30,
  ],
  [
    {
      type: 'Laptop',
      code: 'LT',
      maker: 'Lenovo',
      models: ['ThinkPad T14 Gen 5', 'ThinkPad X1 Carbon Gen 12'],
      systems: windows,
    },
    18,
  ],
  [
    {
      type: 'Laptop',
      code: 'MB',
      maker: 'Apple',
      models: ['MacBook Air 13 M3', 'MacBook Pro 14 M4'],
      systems: ['macOS 15.6', 'macOS 26.1'],
    },
    6,
  ],
  [{ type: 'Desktop', code: 'PC', maker: 'HP', models: ['EliteDesk 800 G9', 'ProDesk 400 G9'], systems: windows }, 16],
  [
    {
      type: 'Server',
      code: 'HV',
      maker: 'Dell',
      models: ['PowerEdge R650', 'PowerEdge R760', 'PowerEdge T350'],
      systems: ['Windows Server 2022 Datacenter', 'VMware ESXi 8.0 U3', 'Windows Server 2025'],
    },
    6,
  ],
  [
    {
      type: 'Firewall',
      code: 'FW',
      maker: 'Fortinet',
      models: ['FortiGate 60F', 'FortiGate 100F'],
      systems: ['FortiOS 7.4'],
      firmware: ['7.4.8', '7.4.9', '7.2.11'],
    },
    5,
  ],
  [
    {
      type: 'Switch',
      code: 'SW',
      maker: 'Aruba',
      models: ['CX 6100 24G', 'CX 6200F 48G'],
      systems: ['AOS-CX'],
      firmware: ['10.13.1060', '10.14.1000'],
    },
    7,
  ],
  [
    {
      type: 'Access point',
      code: 'AP',
      maker: 'Ubiquiti',
      models: ['U6 Pro', 'U7 Pro'],
      systems: ['UniFi'],
      firmware: ['6.6.78', '8.0.26'],
    },
    7,
  ],
  [
    {
      type: 'Storage',
      code: 'NAS',
      maker: 'Synology',
      models: ['RS1221+', 'DS923+'],
      systems: ['DSM 7.2'],
      firmware: ['7.2.2', '7.2.1'],
    },
    3,
  ],
  [
    {
      type: 'Printer',
      code: 'PR',
      maker: 'Kyocera',
      models: ['TASKalfa 2554ci', 'ECOSYS MA4000'],
      systems: [],
      firmware: ['2XC_S000.002.451'],
    },
    4,
  ],
]
const types = [...new Set(kinds.map(([{ type }]) => type))]
/** Devices in a comms room or rack. */
const isInfrastructure = ({ type }: Model) => ['Server', 'Firewall', 'Switch', 'Storage'].includes(type)
const rooms = ['Comms room', 'Head office, comms room 1', 'Head office, comms room 2']
const desks = ['Head office', 'Home worker']

/** "the packing hall", as people say it, becomes "Packing hall", as a location is called. */
const asLocation = (place: string) => place.replace(/^the /, '').replace(/^./, (letter) => letter.toUpperCase())

const locationsOf = (model: Model, places: readonly string[]) => {
  if (isInfrastructure(model)) return rooms
  const shared = places.map(asLocation)
  return model.type === 'Laptop' ? [...desks, ...shared] : ['Head office', ...shared]
}

/** "Comms room" is COM, "Head office, comms room 1" is HO1. */
const siteCode = (location: string) => {
  const words = location
    .replaceAll(/[^A-Za-z0-9 ]/g, '')
    .toUpperCase()
    .split(' ')
  return location.includes(', ')
    ? `${words[0]?.[0]}${words[1]?.[0]}${words.at(-1)}`
    : (words.find((word) => word.length > 3) ?? words[0] ?? 'HQ').slice(0, 3)
}

const codeOf = (name: string, index: number) => {
  const letters = name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z ]/g, '')
    .split(' ')
    .filter(Boolean)
    .map((word) => word.charAt(0))
    .join('')
    .toUpperCase()
    .slice(0, 3)
  return letters.length > 1 ? letters : `C${index}`
}

export const deviceAt = (world: World, index: number): z.output<typeof Device> => {
  const random = world.random('devices', index)
  const company = companyAt(world, world.someCompany(random))
  const model = random.weighted(kinds)
  const location = random.pick(locationsOf(model, company.places))
  const isPersonal = model.type === 'Laptop' || model.type === 'Desktop'
  const number = random.int(1, isInfrastructure(model) ? 12 : isPersonal ? 20 + company.size * 2 : 40)
  const times = stamps(world, random, since(company, 1700))
  const bought = world.workday(
    random,
    (world.now.getTime() - Date.parse(times.createdAt)) / dayLong + random.int(0, 25),
  )
  const years = random.weighted([
    [1, 10],
    [3, 70],
    [5, 20],
  ] as const)
  const end = new Date(bought)
  end.setUTCFullYear(end.getUTCFullYear() + years)
  end.setUTCHours(0, 0, 0, 0)
  bought.setUTCHours(0, 0, 0, 0)
  const hasWarranty = random.chance(0.94)
  const disagrees = random.chance(0.03)
  const age = (world.now.getTime() - Date.parse(times.createdAt)) / dayLong
  const status = random.weighted([
    ['Online', 78],
    ['Offline', 13],
    ['Maintenance', 3],
    ['Retired', age > 500 ? 11 : 0],
  ] as const)
  const unseen = Math.min(random.int(2, status === 'Retired' ? 400 : 45), age)
  const hex = (digits: number) =>
    Math.floor(random.next() * 16 ** digits)
      .toString(16)
      .toUpperCase()
      .padStart(digits, '0')
  return {
    id: world.id('devices', index),
    name: `${codeOf(company.name, company.index)}-${siteCode(location)}-${model.code}${String(number).padStart(isPersonal ? 3 : 2, '0')}`,
    companyId: company.id,
    companyName: company.name,
    deviceTypeId: world.id('device type', types.indexOf(model.type)),
    deviceTypeName: model.type,
    locationId: world.id(`location ${location}`, company.index),
    locationName: location,
    manufacturer: model.maker,
    model: random.pick(model.models),
    serialNumber: random.chance(0.02) ? null : `${hex(3)}${random.pick(['KX', 'QW', 'ZT', 'LM'])}${hex(3)}`,
    macAddress: `B4:45:06:${hex(2)}:${hex(2)}:${hex(2)}`,
    ipAddress: status === 'Retired' ? null : `10.${random.int(10, 90)}.${random.int(0, 20)}.${random.int(2, 254)}`,
    os: model.systems.length ? random.pick(model.systems) : null,
    firmwareVersion: model.firmware ? random.pick(model.firmware) : null,
    status,
    lastSeen:
      status === 'Online'
        ? new Date(world.now.getTime() - random.int(1, 90) * 60_000).toISOString()
        : random.chance(0.04)
          ? null
          : ([world.pastWorkday(random, unseen).toISOString(), times.createdAt].sort().at(-1) as string),
    warrantyStart: hasWarranty ? bought.toISOString() : null,
    warrantyEnd: hasWarranty ? end.toISOString() : null,
    warrantyExpires: hasWarranty ? new Date(end.getTime() + (disagrees ? 365 * dayLong : 0)).toISOString() : null,
    integrationSource: random.weighted([
      ['Datto RMM', 70],
      ['NinjaOne', 20],
      [null, 10],
    ] as const),
    externalDeviceId: `${hex(8)}-${hex(4)}`.toLowerCase(),
    ...times,
  }
}
