import { expect, it } from 'vitest'
import { defaultChoice } from '../../../contract/core/brief-document'
import { writePreference } from '../../lib/preferences'
import { choiceIn, saveLocally } from './kept'

const id = '5b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f3'

it('keeps choices on this computer, but not what no brief can be made of', () => {
  saveLocally(id, { paper: 'Letter' })
  expect(choiceIn(saveLocally(id, { language: 'de' }))).toEqual({ ...defaultChoice, paper: 'Letter', language: 'de' })
  writePreference(`brief ${id}`, '{"sections":5,"proposal":"New laptops","changesSince":"1066-10-14"}')
  expect(choiceIn(saveLocally(id, {}))).toEqual({ ...defaultChoice, proposal: 'New laptops' })
  for (const stored of ['{"sections":5}', '5', 'null', '{']) {
    writePreference(`brief ${id}`, stored)
    expect(choiceIn(saveLocally(id, { paper: 'Letter' })), stored).toEqual({ ...defaultChoice, paper: 'Letter' })
  }
})
