import type { Language } from './languages'
import { oneLine } from './one-line'
import { textsIn } from './texts/by-language'

const longestSubject = 200

/** The email that brings a brief, unless its sender writes another. */
export const letterIn = (language: Language, name: string) => {
  const { letter, brief } = textsIn[language]
  const client = oneLine(name)
  const subject = client ? `${brief}, ${client}` : brief
  return { subject: [...subject].slice(0, longestSubject).join(''), message: letter(client) }
}
