import type { BriefLanguage } from '../../../contract/core/brief-document'

/** The languages of a brief, and how each writes numbers and dates. */
export const languages = {
  en: { name: 'English', locale: 'en-GB' },
  de: { name: 'Deutsch', locale: 'de-DE' },
  fr: { name: 'Français', locale: 'fr-FR' },
  es: { name: 'Español', locale: 'es-ES' },
  nl: { name: 'Nederlands', locale: 'nl-NL' },
} as const satisfies Record<BriefLanguage, object>

export type Language = BriefLanguage

/** English for an unknown language. */
export const languageOf = (text: string | null): Language =>
  text !== null && Object.hasOwn(languages, text) ? (text as Language) : 'en'
