import type { Language } from './languages'
import { oneLine } from './one-line'
import { textsIn } from './texts/by-language'

const longestSubject = 200

type Letters = Record<Language, { subject: string; message: string }>

/** The email that brings a brief, in each language, unless its sender writes another. */
export const lettersFor = (name: string) => {
  const client = oneLine(name)
  const letters = Object.entries(textsIn).map(([language, { letter, brief }]) => {
    const subject = client ? `${brief}, ${client}` : brief
    return [language, { subject: [...subject].slice(0, longestSubject).join(''), message: letter(client) }]
  })
  return Object.fromEntries(letters) as Letters
}
