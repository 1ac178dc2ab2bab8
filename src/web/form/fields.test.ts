import { describe, expect, it } from 'vitest'
import { budgets } from '../../contract/budgets'
import { companies } from '../../contract/companies'
import {
  bodyOf,
  changedKeys,
  cleaned,
  contractResolver,
  issuesOf,
  matchesSomeVersion,
  rebasedOn,
  textsOf,
  typedValue,
  withSchema,
} from './fields'

const specs = { name: { label: 'Name' }, employeeCount: { label: 'Employees', kind: 'number' as const } }

describe('a form’s fields', () => {
  it.each([
    ['1284', 1284],
    [' 1,284.5 ', 1284.5],
    ['1 284', 1284],
    ['−4', -4],
    ['1e3', 1000],
    ['', ''],
    ['many', 'many'],
    ['1.2.3', '1.2.3'],
  ])('reads the number %j', (text, value) => {
    expect(typedValue(specs.employeeCount, text)).toBe(value)
  })

  it('sends null for what was emptied where the API takes it', () => {
    expect(typedValue({ label: 'Notes', clears: true }, '')).toBeNull()
    expect(typedValue({ label: 'Notes', clears: true }, ' ')).toBe(' ')
  })

  it('sends text that looks like a number as text', () => {
    expect(typedValue(specs.name, '12')).toBe('12')
  })

  it.each([
    [' Saved so ', ' Saved so ', ' Saved so '],
    [' Saved so ', ' Saved so', 'Saved so'],
    ['', ' \u00a0', ''],
    ['', 'Ada\tand\u0007Sons\r\n', 'Ada and Sons'],
    ['Ada\tand Sons', 'Ada\tand Sons', 'Ada\tand Sons'],
  ])('saved as %j and typed as %j, is %j', (saved, typed, text) => {
    expect(cleaned({}, saved, typed)).toBe(text)
  })

  it('are the texts that their controls can hold', () => {
    const kinds = withSchema(budgets.update, { title: { label: 'Title' }, notes: { label: 'Notes', kind: 'notes' } })
    expect(textsOf(kinds, { title: ' Two\r\nlines', notes: 'One\r\ntwo\rthree' })).toEqual({
      title: ' Two lines',
      notes: 'One\ntwo\nthree',
    })
  })

  it('keeps the lines of notes', () => {
    expect(cleaned({ kind: 'notes' }, '', '  One.\n\n  Two. \n')).toBe('One.\n\n  Two.')
  })

  it('writes a code in capitals', () => {
    expect(cleaned({ kind: 'code' }, 'GBP', ' eur')).toBe('EUR')
    expect(cleaned({ kind: 'code' }, 'gbp', 'gbp')).toBe('gbp')
  })

  it('are checked by the contract once they are changed, and not before', async () => {
    const resolve = contractResolver(companies.update, {
      ...specs,
      website: { label: 'Website', kind: 'url' },
    })
    const saved = { name: '', employeeCount: '7', website: 'https://a.example' }
    const options = { fields: {}, shouldUseNativeValidation: false }
    expect(await resolve(saved, saved, options)).toEqual({ values: saved, errors: {} })
    const typed = { ...saved, employeeCount: 'many', website: '' }
    expect((await resolve(typed, saved, options)).errors).toEqual({
      employeeCount: { type: 'contract', message: 'Must be a number, 0 or more.' },
      website: {
        type: 'contract',
        message: 'This field can’t be empty. Enter a value, or discard the change.',
      },
    })
  })

  it('take only whole numbers for counts, once they are changed', async () => {
    const resolve = contractResolver(
      companies.update,
      withSchema(companies.update, { employeeCount: { label: 'E', whole: true } }),
    )
    const options = { fields: {}, shouldUseNativeValidation: false }
    const errorsOf = async (employeeCount: string) =>
      (await resolve({ employeeCount }, { employeeCount: '1000.5' }, options)).errors.employeeCount?.message
    expect(await errorsOf('1000.5')).toBeUndefined()
    expect(await errorsOf('1,001')).toBeUndefined()
    expect(await errorsOf('1001.5')).toBe('Enter a whole number.')
    expect(await errorsOf('-1.5')).toBe('Must be 0 or more.')
  })

  it('take their kind, length and whether null clears them from the operation’s schema', () => {
    const labelled = (keys: string[]) => Object.fromEntries(keys.map((key) => [key, { label: key }]))
    expect(withSchema(companies.update, labelled(['name', 'employeeCount', 'website', 'status']))).toEqual({
      name: { label: 'name', max: 255 },
      employeeCount: { label: 'employeeCount', kind: 'number' },
      website: { label: 'website', kind: 'url' },
      status: { label: 'status' },
    })
    expect(withSchema(budgets.update, { notes: { label: 'Notes', kind: 'notes' } })).toEqual({
      notes: { label: 'Notes', kind: 'notes', max: 10_000, clears: true },
    })
  })

  it('sends what was changed and nothing else', () => {
    const now = { name: 'A', employeeCount: '7' }
    expect(bodyOf(specs, changedKeys(specs, { name: 'A', employeeCount: '' }, now), now)).toEqual({ employeeCount: 7 })
  })

  it('takes a number for the same however it is written', () => {
    expect(changedKeys(specs, { employeeCount: '1284' }, { employeeCount: '1,284' })).toEqual([])
    expect(matchesSomeVersion(specs, { employeeCount: '1284' }, [{ employeeCount: '1,284' }], ['employeeCount'])).toBe(
      true,
    )
    expect(changedKeys(specs, { employeeCount: '' }, { employeeCount: '0' })).toEqual(['employeeCount'])
  })

  it.each([
    ['nothing was typed', {}, {}, true],
    ['another field was typed', { employeeCount: '7' }, {}, true],
    ['what was typed is what someone else has saved', { name: 'Theirs' }, {}, true],
    ['a typed field has changed since', { name: 'Mine' }, { name: 'Listed' }, false],
  ])('starts from the record in place of its list’s row, where %s', (_, typed, kept, isWhole) => {
    const listed = { name: 'Listed', employeeCount: '12' }
    const record = { texts: { name: 'Theirs', employeeCount: '12' }, etag: '"2"' }
    expect(rebasedOn(specs, listed, record, { ...listed, ...typed })).toEqual(
      isWhole ? record : { texts: { ...record.texts, ...kept }, etag: null, isFromList: true },
    )
  })

  it('turns the contract’s words into sentences', () => {
    expect(issuesOf(companies.update, { name: '', industry: 'fine' })).toEqual({ name: 'Must be 1 to 255 characters.' })
    expect(issuesOf(companies.update, { name: '🙂'.repeat(255) })).toEqual({})
  })
})
