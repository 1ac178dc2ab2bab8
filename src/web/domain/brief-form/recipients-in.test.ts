import { describe, expect, it } from 'vitest'
import { recipientsIn, refusal } from './recipients-in'

describe('a list of recipients', () => {
  it.each([
    ['ida@x.example', ['ida@x.example']],
    ['ida@x.example, otto@x.example;jo@x.example', ['ida@x.example', 'otto@x.example', 'jo@x.example']],
    ['ida@x.example\r\notto@x.example\tjo@x.example ', ['ida@x.example', 'otto@x.example', 'jo@x.example']],
    ['Ida Bell <ida@x.example>, Otto <otto@x.example>', ['ida@x.example', 'otto@x.example']],
    ['"Bell, Ida" <ida@x.example>; "Otto; the \'2nd\'" <otto@x.example>', ['ida@x.example', 'otto@x.example']],
    ['jo@x.example Ida Bell <ida@x.example>', ['jo@x.example', 'ida@x.example']],
    ['Ida Bell', ['Ida Bell']],
    ['nobody, ida@x.example, Ida Bell <ida@>', ['nobody', 'ida@x.example', 'Ida Bell <ida@>']],
    ['nobody ida@x.example', ['nobody', 'ida@x.example']],
    ['"Bell, Ida', ['"Bell, Ida']],
    ['ida < bell', ['ida < bell']],
    [' ,; \n', []],
  ])('is read from %j', (text, parts) => {
    expect(recipientsIn(text)).toEqual(parts)
  })

  it('has its wrong parts named', () => {
    expect(refusal(['nobody'])).toBe('“nobody” is neither a contact of this client nor an email address.')
    expect(refusal(['a', 'b'])).toBe('“a” and “b” are neither contacts of this client nor email addresses.')
    expect(refusal([...'abcde'])).toMatch(/^“a”, “b”, “c” and 2 more are /)
  })
})
