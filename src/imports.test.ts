import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

/**
 * A folder imports itself, those on its line and those above it. On the web, all that is not named are areas, which do not
 * import one another. Files in the root join the folders and are not checked.
 */
const order: Record<string, string[][]> = {
  'src/web': [['lib'], ['ui'], ['record'], ['list'], ['form'], ['domain'], ['areas'], ['shell', 'palette']],
  'src/server': [
    ...[['db'], ['api'], ['briefs'], ['mail'], ['resources']],
    ['demo', 'erase', 'import', 'control', 'http'],
    ...[['ssr'], ['commands']],
  ],
}

const files = fs
  .readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => path.posix.join('src', file.split(path.sep).join('/')))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test(-d)?\.tsx?$/.test(file))

const importsOf = (file: string) =>
  [...fs.readFileSync(file, 'utf8').matchAll(/(?:from|import) ?\(?'(\.[^']+)'/g)].map(([, specifier = '']) =>
    path.posix.join(path.posix.dirname(file), specifier),
  )

it.each(Object.entries(order))('The folders of %s import one way', (root, lines) => {
  /** Nothing for a file that lies in the root itself. */
  const folderOf = (file: string) => {
    const [folder = '', ...rest] = file.startsWith(`${root}/`) ? file.slice(root.length + 1).split('/') : []
    return rest.length > 0 ? folder : ''
  }
  const rankOf = (folder: string) => {
    const rank = lines.findIndex((line) => line.includes(folder))
    return rank === -1 ? lines.findIndex((line) => line.includes('areas')) : rank
  }
  const isWrong = (own: string, other: string) => {
    const [from, to] = [rankOf(own), rankOf(other)]
    if (from === -1 || to === -1 || own === other) return false
    return to > from || (to === from && lines[from]?.[0] === 'areas')
  }
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => folderOf(file) && folderOf(target) && isWrong(folderOf(file), folderOf(target)))
      .map((target) => `${file} imports ${target}`),
  )
  const unlisted = new Set(files.map(folderOf).filter((folder) => folder && rankOf(folder) === -1))
  expect([...unlisted].filter((folder) => folder !== 'testing')).toEqual([])
  expect(wrong).toEqual([])
})
