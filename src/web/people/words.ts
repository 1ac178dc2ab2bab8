import { own } from '../kit/own'
import { type Look, unknownState } from '../kit/ui/state'

export const statusWords = { active: 'Active', pending: 'Pending', imported: 'Imported', disabled: 'Disabled' }

const looks: Record<string, Look> = {
  active: { tone: 'good', glyph: 'active', word: 'Active' },
  pending: { tone: 'attention', glyph: 'pending', word: 'Pending' },
  imported: { tone: 'calm', glyph: 'draft', word: 'Imported' },
  disabled: { tone: 'calm', glyph: 'idle', word: 'Disabled' },
}

export const statusLook = (status: string) => own(looks, status) ?? unknownState(status)

/** "Helen Ashworth-Bell" is HA: the first letters of the first and the last word, in whatever script they are. */
export const initials = (name: string | null | undefined) => {
  const letters = (name ?? '').split(/\s+/).flatMap((word) => word.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? [])
  return [letters[0], letters.length > 1 ? letters.at(-1) : ''].join('').toUpperCase()
}
