import { describe, expect, it } from 'vitest'
import { personStatus } from '../domain/people/person-status'
import { initials } from './labels'

describe('initials', () => {
  it.each([
    ['Helen Ashworth-Bell', 'HA'],
    ['Sir Bartholomew Montgomery Cholmondeley', 'SC'],
    ['  rhys   o’sullivan ', 'RO'],
    ['Cher', 'C'],
    ['(Temp) 2nd line', 'TL'],
    ['高橋 美咲', '高美'],
    ['김서연', '김'],
    ['Łukasz Żółtowski', 'ŁŻ'],
    ['E\u0301lodie Roux', 'E\u0301R'],
    ['<img src=x> 😀', 'IS'],
    ['😀', ''],
    ['', ''],
    [null, ''],
  ])('of %j are %j', (name, letters) => {
    expect(initials(name)).toBe(letters)
  })
})

describe('a status', () => {
  it('has a shape of its own where it is known, and is shown as it is where it is not', () => {
    expect(['active', 'pending', 'imported', 'disabled'].map((status) => personStatus.badge(status).glyph)).toEqual([
      'active',
      'pending',
      'draft',
      'idle',
    ])
    expect(personStatus.badge('suspended')).toMatchObject({ tone: 'calm', word: 'suspended' })
    expect(personStatus.badge('constructor').word).toBe('constructor')
  })
})
