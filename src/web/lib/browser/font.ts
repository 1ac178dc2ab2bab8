import file from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2'
import { setPreferenceCookie } from '../preferences'
import { onIdle } from './on-idle'

const root = () => document.documentElement.dataset
const setFontCookie = () => setPreferenceCookie('font', 'there')

/** The font of styles/fonts.css; browsers may unload it when styles change. */
let late: FontFace | null = null

/** Loads the font and sets a cookie, so the server renders later pages with it. */
export const loadFont = () => {
  if (!root().font) return void document.fonts.ready.then(setFontCookie)
  onIdle(async () => {
    const face = new FontFace('IBM Plex Sans Variable', `url(${file})`, { weight: '100 700' })
    late = await face.load().catch(() => null)
    if (late) setFontCookie()
  })
}

/** A page rendered with the fallback font keeps it, to avoid layout shift. */
export const applyFont = () => {
  if (!late) return
  document.fonts.add(late)
  delete root().font
  late = null
}
