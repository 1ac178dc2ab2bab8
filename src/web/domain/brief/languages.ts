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

export const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(languages, text)
