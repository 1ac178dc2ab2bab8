import { Glyph, type GlyphName } from './glyph'

export type Tone = 'good' | 'attention' | 'bad' | 'calm'
export type Look = { tone: Tone; glyph: GlyphName; word: string }

/** A state as a shape and a word; the colour is only the third sign. */
export const State = ({ look: { tone, glyph, word }, loud }: { look: Look; loud?: boolean }) => (
  <span className="state" data-tone={tone} data-loud={loud || undefined}>
    <Glyph name={glyph} />
    {word}
  </span>
)

export const unknownState = (word: string): Look => ({ tone: 'calm', glyph: 'draft', word })
