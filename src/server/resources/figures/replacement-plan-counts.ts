import { createColumn, createDictionary } from '../../db/list-engine/columns'
import { isInUse, warrantyEnd } from '../devices'
import { createCompanyNames } from './company-name-copy'
import { byNumber, byText } from './order'

/** Stands for a year that is unknown. */
const unknown = -1

const yearOf = (expression: string) => `coalesce(date_part('year', ${expression} at time zone 'UTC')::int, ${unknown})`

type Years = { fromYear: number; toYear: number; lives: ReadonlyMap<string, number> }

/** Every device as numbers, with the sign of a change: a row that is changed stays and is taken out by a second one. */
export const createDeviceCounts = () => {
  const companies = createDictionary()
  const types = createDictionary()
  const company = createColumn(Int32Array)
  const type = createColumn(Int32Array)
  const start = createColumn(Int16Array)
  const end = createColumn(Int16Array)
  /** Of those that are retired 0 in the one and the sign in the other. */
  const sign = createColumn(Int8Array)
  const retired = createColumn(Int8Array)
  const names = createCompanyNames()
  let live = 0

  const textOf = (number: number) => JSON.parse(types.texts[number] as string) as string | null
  const isOf = (companyId: string | undefined) => {
    if (companyId === undefined) return () => true
    const wanted = companies.find(companyId) ?? -1
    return (row: number) => company.values[row] === wanted
  }
  const yearIn = (years: { values: Int16Array }, row: number) => {
    const year = years.values[row] as number
    return year === unknown ? null : year
  }

  const take = (columns: unknown[][], signs: number[] | null) => {
    const [companyIds, typeNames, starts, ends, areRetired] = columns as [
      (string | null)[],
      (string | null)[],
      number[],
      number[],
      boolean[],
    ]
    for (const [row, companyId] of companyIds.entries()) {
      const added = signs?.[row] ?? 1
      company.add(companies.numberOf(companyId ?? ''))
      type.add(types.numberOf(JSON.stringify(typeNames[row])))
      start.add(starts[row] as number)
      end.add(ends[row] as number)
      sign.add(areRetired[row] ? 0 : added)
      retired.add(areRetired[row] ? added : 0)
      live += added
    }
  }

  return {
    tables: [
      {
        name: 'devices',
        columns: [
          't.company_id',
          'coalesce(t.device_type_name, t.device_type_id)',
          yearOf('t.warranty_start'),
          yearOf(warrantyEnd),
          `not ${isInUse}`,
        ],
        take,
      },
      names.table,
    ],
    needsRebuild: () => company.length > 2 * live + 20_000,
    nameOf: names.nameOf,
    /** Devices alike in type and years, and how many are retired. */
    groups: (companyId: string | undefined) => {
      const isIts = isOf(companyId)
      const counts = new Map<number, { row: number; devices: number }>()
      let gone = 0
      for (let row = 0; row < company.length; row++) {
        if (!isIts(row)) continue
        gone += retired.values[row] as number
        const [first, last] = [start.values[row] as number, end.values[row] as number]
        const key = ((type.values[row] as number) * 20_000 + first + 1) * 20_000 + last + 1
        const group = counts.get(key) ?? { row, devices: 0 }
        group.devices += sign.values[row] as number
        counts.set(key, group)
      }
      const groups = [...counts.values()]
        .filter(({ devices }) => devices > 0)
        .map(({ row, devices }) => ({
          type: textOf(type.values[row] as number),
          startYear: yearIn(start, row),
          endYear: yearIn(end, row),
          devices,
        }))
        .sort((a, b) => byText(a.type, b.type) || byNumber(a.startYear, b.startYear) || byNumber(a.endYear, b.endYear))
      return { groups, retired: gone }
    },
    /** How many devices of each type a client has to replace in these years; most first. */
    clients: ({ fromYear, toYear, lives }: Years, companyId: string | undefined) => {
      const isIts = isOf(companyId)
      const lifeOfType = types.texts.map((_, number) => lives.get(textOf(number) ?? ''))
      const byCompany = new Map<number, Map<number, number>>()
      for (let row = 0; row < company.length; row++) {
        if (sign.values[row] === 0 || !isIts(row)) continue
        const [first, kind, whose] = [
          start.values[row] as number,
          type.values[row] as number,
          company.values[row] as number,
        ]
        const life = lifeOfType[kind]
        const year = life !== undefined && first !== unknown ? first + life : (end.values[row] as number)
        if (year === unknown || year < fromYear || year > toYear) continue
        const own = byCompany.get(whose) ?? new Map<number, number>()
        byCompany.set(whose, own.set(kind, (own.get(kind) ?? 0) + (sign.values[row] as number)))
      }
      return [...byCompany]
        .map(([whose, own]) => ({
          companyId: companies.texts[whose] || null,
          devices: [...own.values()].reduce((sum, devices) => sum + devices, 0),
          own,
        }))
        .filter(({ devices }) => devices > 0)
        .sort((a, b) => b.devices - a.devices || byText(a.companyId, b.companyId))
    },
    typesOf: (own: ReadonlyMap<number, number>) =>
      [...own]
        .filter(([, devices]) => devices > 0)
        .map(([kind, devices]) => ({ type: textOf(kind), devices }))
        .sort((a, b) => b.devices - a.devices || byText(a.type, b.type)),
  }
}
