import fs from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const packages = [
  { name: '@fontsource/ibm-plex-sans', files: /-(?:400|500|600)-normal\.woff$/ },
  { name: '@fontsource/noto-sans-arabic', files: /-arabic-arabic-400-normal\.woff$/ },
  { name: '@fontsource/noto-sans-jp', files: /-jp-japanese-400-normal\.woff$/ },
]

/** Puts the fonts of client briefs and their licences beside the server, which writes them into PDFs. */
export const briefFonts: Plugin = {
  name: 'brief-fonts',
  applyToEnvironment: ({ name }) => name === 'server',
  generateBundle() {
    for (const { name, files } of packages) {
      const folder = path.join('node_modules', name)
      const emit = (file: string, fileName: string) =>
        this.emitFile({
          type: 'asset',
          fileName: `fonts/${fileName}`,
          source: fs.readFileSync(path.join(folder, file)),
        })
      emit('LICENSE', `LICENSE-${path.basename(name)}`)
      for (const file of fs.readdirSync(path.join(folder, 'files'))) if (files.test(file)) emit(`files/${file}`, file)
    }
  },
}
