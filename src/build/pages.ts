import fs from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

/** The most that a visit may cost, in KB of brotli. */
const budget = {
  /** Scripts until the first table. */
  firstTable: 145,
  /** Scripts that any page adds to those of every page. */
  page: 26,
  /** All styles of any page. */
  styles: 16,
}

const firstTable = '/companies'

/** By a page's address, the files that it is made of beside those of every page. */
export type Pages = Record<string, { scripts: string[]; styles: string[] }>

/**
 * Tells the server what each page of `src/web/pages.ts` is made of, so that it is under way before any script has run
 * (`pages.json`), and fails the build when a page has become too heavy, or styles that come late would have it laid out anew.
 */
export const describedPages: Plugin = {
  name: 'described-pages',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    // What is sent is measured, with the names of files that are put in last.
    order: 'post',
    async handler(_, bundle) {
      const web = path.resolve(this.environment.config.root, 'src/web')
      const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk')
      const entry = chunks.find(({ moduleIds }) => moduleIds.includes(path.join(web, 'entry-client.tsx'))) as Chunk
      const frame = withImports(bundle, entry)
      const frameSize = sizeOf(frame.map(({ code }) => code))
      const pages: Pages = {}
      const faults: string[] = []
      const modules = await pagesIn(path.join(web, 'pages.ts'))
      const chunksOf = (address: string) => {
        const file = `${path.join(web, modules.get(address) ?? '')}.tsx`
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === file)
        if (!chunk) throw new Error(`The page ${address} of src/web/pages.ts has no chunk of its own.`)
        return withImports(bundle, chunk).filter((each) => !frame.includes(each))
      }
      for (const address of modules.keys()) {
        const own = chunksOf(address)
        // A form opens over the page of its record.
        const around = [...modules.keys()].filter((other) => other.endsWith('/:id') && address.startsWith(`${other}/`))
        const all = [...new Set([...around, address].flatMap(chunksOf))]
        pages[address] = { scripts: all.map(({ fileName }) => fileName), styles: stylesOf(all) }
        const scripts = sizeOf(own.map(({ code }) => code))
        const first = frameSize + scripts
        const styles = sizeOf(stylesOf([...frame, ...own]).map((name) => (bundle[name] as Rolldown.OutputAsset).source))
        if (scripts > budget.page) faults.push(`${address} adds ${scripts.toFixed(1)} KB of scripts, of ${budget.page}`)
        if (styles > budget.styles) faults.push(`${address} has ${styles.toFixed(1)} KB of styles, of ${budget.styles}`)
        if (address === firstTable && first > budget.firstTable)
          faults.push(`until the first table there are ${first.toFixed(1)} KB of scripts, of ${budget.firstTable}`)
      }
      for (const { fileName, source } of sheetsBut(bundle, stylesOf(frame)))
        if (/@(layer|font-face)\b/.test(String(source)))
          faults.push(
            `${fileName} comes late and has a layer or a font, for which a browser lays out the whole page anew`,
          )
      if (faults.length > 0) throw new Error(`The console has become too slow to load: ${faults.join('; ')}.`)
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pages) })
    },
  },
}

/** The addresses of the pages and the modules that they are in. */
const pagesIn = async (file: string) => {
  const source = await fs.readFile(file, 'utf8')
  const pages = [...source.matchAll(/'([^']+)':\s*async \(\) =>\s*\(await import\('([^']+)'\)\)/g)]
  if (pages.length !== source.split('import(').length - 1) throw new Error(`A page of ${file} is written otherwise.`)
  return new Map(pages.map(([, address = '', module = '']) => [address, module]))
}

const withImports = (bundle: Rolldown.OutputBundle, chunk: Chunk, found: Chunk[] = []): Chunk[] => {
  if (found.includes(chunk)) return found
  found.push(chunk)
  for (const name of chunk.imports) withImports(bundle, bundle[name] as Chunk, found)
  return found
}

const stylesOf = (chunks: Chunk[]) => [
  ...new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])),
]

const sheetsBut = (bundle: Rolldown.OutputBundle, names: string[]) =>
  Object.values(bundle).filter(
    (file): file is Rolldown.OutputAsset => file.fileName.endsWith('.css') && !names.includes(file.fileName),
  )

/** Thousands of bytes, packed as they are sent. */
const sizeOf = (files: (string | Uint8Array)[]) =>
  files.reduce((sum, file) => sum + brotliCompressSync(file).length, 0) / 1000
