import { dutch } from './texts/dutch'
import { english } from './texts/english'
import { french } from './texts/french'
import { german } from './texts/german'
import { spanish } from './texts/spanish'
import type { Texts } from './texts/texts'

/** The languages of a brief. */
export const languages = {
  en: { name: 'English', locale: 'en-GB', texts: english },
  de: { name: 'Deutsch', locale: 'de-DE', texts: german },
  fr: { name: 'Français', locale: 'fr-FR', texts: french },
  es: { name: 'Español', locale: 'es-ES', texts: spanish },
  nl: { name: 'Nederlands', locale: 'nl-NL', texts: dutch },
} satisfies Record<string, { name: string; locale: string; texts: Texts }>

export type Language = keyof typeof languages
