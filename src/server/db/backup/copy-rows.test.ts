import { expect, test } from 'vitest'
import { copyRows } from './copy-rows'

const columns = [{ name: 'id' }, { name: 'text' }].map((column) => ({ ...column, type: 'text' }))

const copied = (...lines: string[]) =>
  copyRows({ name: 'notes', columns }, Buffer.from(lines.map((line) => `${line}\n`).join(''))).toString()

test('keeps text of any script, however the JSON of the backup escapes it', () => {
  const written = copied(
    '{"id":1,"text":"Müller, 株式会社, 🙂"}',
    '{"id":2,"text":"a\\u0001b"}',
    '{"id":3,"text":["é","\\"quoted\\""]}',
  )
  expect(written).toBe('1\tMüller, 株式会社, 🙂\n2\ta\u0001b\n3\t{"é","\\\\"quoted\\\\""}\n')
  expect(copied('{"id":1,"text":"\\u00e9, \\u682a, é and 株"}')).toBe('1\té, 株, é and 株\n')
})

test('escapes what ends a field or a row', () => {
  expect(copied('{"id":1,"text":"a\\tb\\nc\\\\d\\re"}', '{"id":2,"text":null}')).toBe('1\ta\\tb\\nc\\\\d\\re\n2\t\\N\n')
})
