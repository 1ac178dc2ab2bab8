import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod/mini'
import { contract } from '../../contract/index'
import type { Records } from '../resources/registry'
import { sample } from './sample'

type All = { [K in keyof Records]: Records[K][] }

const now = new Date('2026-11-21T05:00:00.000Z')

const collect = (o: { scale: number; seed?: number; now?: Date }) => {
  const all: Partial<Record<keyof Records, unknown[]>> = {}
  for (const { resource, records } of sample({ now, ...o })) all[resource] = [...(all[resource] ?? []), ...records]
  return all as All
}

const idsOf = (records: { id: string }[]) => new Set(records.map(({ id }) => id))

describe('The sample MSP', () => {
  let all: All
  beforeAll(() => {
    all = collect({ scale: 1 })
  })

  it('has the size of an MSP of two hundred clients', () => {
    expect(Object.fromEntries(Object.entries(all).map(([resource, records]) => [resource, records.length]))).toEqual({
      companies: 220,
      companyUsers: 4000,
      users: 25,
      npsSurveys: 8,
      npsResponses: 6000,
      devices: 4000,
      budgets: 180,
      goals: 400,
      automation: 60,
      reportSchedules: 150,
      briefSchedules: 30,
      reports: 600,
      dashboards: 20,
      enrollments: 3000,
      certificates: 2000,
      complianceTemplates: 120,
    })
  })

  it('matches the contract, record by record', () => {
    for (const resource of Object.keys(all) as (keyof All)[]) {
      const { response } = contract[resource].get as unknown as { response: z.ZodMiniObject<{ data: z.ZodMiniType }> }
      const wrong = all[resource].find((record) => !response.shape.data.safeParse(record).success)
      expect(wrong && [resource, response.shape.data.safeParse(wrong).error, wrong]).toBeUndefined()
      expect(idsOf(all[resource]).size).toBe(all[resource].length)
    }
  })

  it('depends only on its seed', () => {
    const small = { scale: 0.05 }
    expect(collect(small)).toEqual(collect(small))
    expect(collect({ ...small, seed: 1 }).companies[0]).not.toEqual(collect(small).companies[0])
  })

  it('moves with the current time', () => {
    const later = collect({ scale: 0.05, now: new Date(now.getTime() + 7 * 24 * 60 * 60 * 1000) })
    const sooner = collect({ scale: 0.05 })
    expect([...idsOf(later.npsResponses)]).toEqual([...idsOf(sooner.npsResponses)])
    expect(later.companies.map(({ name }) => name)).toEqual(sooner.companies.map(({ name }) => name))
    const newest = (records: All) =>
      Math.max(...records.npsResponses.map(({ responseDate }) => Date.parse(responseDate)))
    expect(newest(later)).toBeGreaterThan(newest(sooner))
  })

  it('grows with its scale, except for what an MSP has once', () => {
    const twice = collect({ scale: 0.1 })
    expect([twice.companies.length, twice.npsResponses.length, twice.users.length]).toEqual([22, 600, 25])
  })

  it('refers only to existing records, by the right name', () => {
    const companies = new Map(all.companies.map((company) => [company.id, company.name]))
    const people = new Map(all.companyUsers.map((person) => [person.id, person]))
    const staff = idsOf(all.users)
    const surveys = idsOf(all.npsSurveys)
    const mails = new Set(all.companyUsers.map(({ email, company }) => `${email} ${company?.id}`))

    const named = [...all.companyUsers, ...all.goals, ...all.budgets].map(({ company }) => company)
    expect(named.filter((company) => company && companies.get(company.id) !== company.name)).toEqual([])
    const flat = [...all.npsResponses, ...all.devices, ...all.reports, ...all.reportSchedules]
    expect(flat.filter(({ companyId, companyName }) => companyId && companies.get(companyId) !== companyName)).toEqual(
      [],
    )
    const members = all.automation.flatMap(({ companies: refs }) => refs)
    expect(members.filter(({ id, name }) => companies.get(id) !== name)).toEqual([])
    for (const rule of all.automation) expect(rule.companies.map(({ id }) => id)).toEqual(rule.companyIds)

    expect(all.npsResponses.filter(({ surveyId }) => !surveys.has(surveyId ?? ''))).toEqual([])
    const answered = all.npsResponses.filter(({ respondentEmail }) => respondentEmail !== null)
    expect(answered.filter(({ respondentEmail, companyId }) => !mails.has(`${respondentEmail} ${companyId}`))).toEqual(
      [],
    )
    expect(all.enrollments.filter(({ user, companyId }) => people.get(user.id)?.company?.id !== companyId)).toEqual([])
    expect(all.reports.filter(({ authorUserId }) => !staff.has(authorUserId ?? ''))).toEqual([])
  })

  it('gives every completed enrollment its certificate and every certificate its enrollment', () => {
    const enrollments = new Map(all.enrollments.map((enrollment) => [enrollment.id, enrollment]))
    for (const certificate of all.certificates) {
      const enrollment = enrollments.get(certificate.enrollmentId ?? '')
      expect(enrollment?.certificateId).toBe(certificate.id)
      expect(enrollment?.completedAt).toBe(certificate.issuedAt)
      expect(enrollment?.user.id).toBe(certificate.user.id)
    }
    expect(all.enrollments.filter(({ certificateId }) => certificateId).length).toBe(all.certificates.length)
  })

  it('adds budgets up to the penny, without lines in another currency', () => {
    const pence = (value: number) => Math.round(value * 100)
    for (const { lineItems, currency, totals } of all.budgets) {
      const own = lineItems.filter((line) => line.currency === currency)
      expect(pence(totals.grandTotal)).toBe(own.reduce((sum, line) => sum + pence(line.annualisedCost), 0))
    }
    expect(
      all.budgets.filter(({ lineItems, currency }) => lineItems.some((line) => line.currency !== currency)).length,
    ).toBeGreaterThan(5)
  })

  it('is in the past, except for plans', () => {
    const made = Object.values(all).flatMap((records) => records as { createdAt?: string; updatedAt?: string }[])
    expect(made.filter(({ createdAt, updatedAt }) => createdAt && updatedAt && createdAt > updatedAt)).toEqual([])
    expect(made.filter(({ updatedAt }) => updatedAt && updatedAt > now.toISOString())).toEqual([])
    expect(all.npsResponses.filter(({ responseDate }) => responseDate > now.toISOString())).toEqual([])
  })

  it('creates no record before its client', () => {
    const companies = new Map(all.companies.map((company) => [company.id, company.createdAt]))
    const people = new Map(all.companyUsers.map((person) => [person.email, person.createdAt]))
    const owned = [...all.companyUsers, ...all.goals, ...all.budgets].map((record) => ({
      ...record,
      companyId: record.company?.id ?? null,
    }))
    const early = [...owned, ...all.devices, ...all.reports, ...all.reportSchedules].filter(
      ({ companyId, createdAt }) => companyId && createdAt < (companies.get(companyId) ?? ''),
    )
    expect(early).toEqual([])
    const strangers = all.npsResponses.filter(
      ({ respondentEmail, responseDate }) => respondentEmail && responseDate < (people.get(respondentEmail) ?? ''),
    )
    expect(strangers.length).toBeLessThan(all.npsResponses.length / 500)
    expect(all.goals.filter(({ updates, updatedAt }) => updates.some((one) => one.createdAt > updatedAt))).toEqual([])
  })

  it('has no more contacts than employees', () => {
    const users = new Map<string | undefined, number>()
    for (const { company } of all.companyUsers) users.set(company?.id, (users.get(company?.id) ?? 0) + 1)
    const crowded = all.companies.filter(({ id, employeeCount }) => (users.get(id) ?? 0) > (employeeCount ?? Infinity))
    expect(crowded.length).toBeLessThan(5)
  })

  it('runs each schedule at its interval', () => {
    for (const { nextRunAt, lastRunAt, dayOfWeek, dayOfMonth, createdAt } of all.reportSchedules) {
      const next = nextRunAt ? new Date(nextRunAt) : null
      if (next) expect(dayOfWeek === null ? next.getUTCDate() : next.getUTCDay()).toBe(dayOfWeek ?? dayOfMonth)
      if (next) expect(next > now).toBe(true)
      if (lastRunAt) expect(lastRunAt > createdAt && lastRunAt <= now.toISOString()).toBe(true)
    }
    const failing = all.reportSchedules.filter(({ status }) => status === 'error')
    expect(failing.length).toBeGreaterThan(3)
    expect(failing.every(({ lastError, lastRunAt }) => lastError && lastRunAt)).toBe(true)
  })

  it('has comments that fit the score', () => {
    const texts = new Map<string, Set<string | null>>()
    for (const { category, feedbackText } of all.npsResponses)
      texts.set(category, (texts.get(category) ?? new Set()).add(feedbackText))
    for (const said of texts.values()) expect(said.size).toBeGreaterThan(60)
    expect(all.npsResponses.filter(({ tags, score }) => tags.includes('praise') && score < 9)).toEqual([])
    expect(new Set(all.npsResponses.map(({ score }) => score)).size).toBe(11)
  })

  it('has values that are hard to display', () => {
    const names = all.companies.map(({ name }) => name)
    expect(names.some((name) => name.length > 240)).toBe(true)
    expect(names.some((name) => name.includes("'"))).toBe(true)
    expect(names.some((name) => name.includes('&'))).toBe(true)
    expect(new Set(names).size).toBeLessThan(names.length)
    for (const script of [/\p{Script=Han}/u, /\p{Script=Arabic}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u])
      expect(names.some((name) => script.test(name))).toBe(true)
    expect(new Set(all.budgets.map(({ currency }) => currency)).size).toBeGreaterThan(2)
    expect(all.companies.some(({ domain }) => domain === null)).toBe(true)
    expect(all.npsResponses.some(({ feedbackText }) => feedbackText?.startsWith('='))).toBe(true)
    expect(all.npsResponses.some(({ feedbackText }) => feedbackText?.includes('<b>'))).toBe(true)
    expect(new Set(all.npsResponses.flatMap(({ feedbackText }) => feedbackText ?? [])).size).toBeGreaterThan(200)
  })

  it('tells a story: a bad quarter, and a recovery', () => {
    const scoreBetween = (from: number, to: number) => {
      const inDays = ({ responseDate }: { responseDate: string }) => {
        const age = (now.getTime() - Date.parse(responseDate)) / 86_400_000
        return age <= from && age > to
      }
      const scores = all.npsResponses.filter(inDays).map(({ score }) => score)
      const share = (test: (score: number) => boolean) => (100 * scores.filter(test).length) / scores.length
      return share((score) => score >= 9) - share((score) => score <= 6)
    }
    const [before, migration, today] = [scoreBetween(700, 560), scoreBetween(470, 390), scoreBetween(90, 0)]
    expect(migration).toBeLessThan(before - 15)
    expect(today).toBeGreaterThan(before)
  })

  it('nests conditions and asks for approval in some rules', () => {
    const depth = (groups: { groups: unknown[] }[]): number =>
      Math.max(0, ...groups.map(({ groups: inner }) => 1 + depth(inner as never)))
    expect(Math.max(...all.automation.map(({ conditions }) => depth(conditions)))).toBe(3)
    expect(all.automation.some(({ actions }) => actions.some(({ requiresApproval }) => requiresApproval))).toBe(true)
    expect(all.automation.some(({ aggregationConfig }) => aggregationConfig?.enabled)).toBe(true)
  })
})
