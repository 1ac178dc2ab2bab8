import file from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2'
import { onIdle } from './on-idle'
import { setPreferenceCookie } from './preferences'

const root = () => document.documentElement.dataset
const tellServer = () => setPreferenceCookie('font', 'there')

/** The one of styles/fonts.css, of which browsers forget that it was loaded when other styles come. */
let late: FontFace | null = null

/** Has the font at hand for pages to come, and says so to the server, which draws the first one without it. */
export const loadFont = () => {
  if (!root().font) return void document.fonts.ready.then(tellServer)
  onIdle(async () => {
    const face = new FontFace('IBM Plex Sans Variable', `url(${file})`, { weight: '100 700' })
    late = await face.load().catch(() => null)
    if (late) tellServer()
  })
}

/** A page that was drawn without the font keeps the one that stands in for it, so that no line moves under its reader; the next has it. */
export const applyFont = () => {
  if (!late) return
  document.fonts.add(late)
  delete root().font
  late = null
}
