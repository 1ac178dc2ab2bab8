import { expect, it } from 'vitest'
import { lettersFor } from './letter'

it.each([
  ['Acme\u202e\u2067 Ltd\u2069', 'Client brief, Acme Ltd'],
  ['Acme\r\n\u2028\u0085Ltd\t', 'Client brief, Acme Ltd'],
  // Marks that a name in Hebrew needs.
  ['\u05d0\u200f (1)', 'Client brief, \u05d0\u200f (1)'],
  ['\u202e', 'Client brief'],
])('The default subject is one line in its own order: %j', (client, subject) => {
  expect(lettersFor(client).en.subject).toBe(subject)
})

it('The letter names the client, or leaves the phrase out where there is no name', () => {
  const [named, nameless] = [lettersFor('Acme'), lettersFor('\u202e')]
  for (const language of ['en', 'de', 'fr', 'es', 'nl'] as const) {
    const phrase = { en: ' for Acme', de: ' für Acme', fr: ' pour Acme', es: ' de Acme', nl: ' voor Acme' }[language]
    expect(named[language].message).toContain(phrase)
    expect(nameless[language].message).toBe(named[language].message.replace(phrase, ''))
  }
})
