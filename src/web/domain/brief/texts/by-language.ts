import type { Language } from '../languages'
import { dutch } from './dutch'
import { english } from './english'
import { french } from './french'
import { german } from './german'
import { spanish } from './spanish'
import type { Texts } from './texts'

export const textsIn: Record<Language, Texts> = { en: english, de: german, fr: french, es: spanish, nl: dutch }
