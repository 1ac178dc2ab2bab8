import type { Language } from './languages'
import { textsIn } from './texts/by-language'

const longestSubject = 200

/** The email that brings a brief, unless its sender writes another. */
export const letterIn = (language: Language, client: string) => {
  const { letter, brief } = textsIn[language]
  const subject = client ? `${brief}, ${client}` : brief
  return { subject: [...subject].slice(0, longestSubject).join(''), message: letter(client) }
}
