import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { moduleOf, pages } from '../web/registry.ts'

type Chunk = Rolldown.OutputChunk

/** The most that a visit may cost, in KB of brotli. */
const budget = {
  /** Scripts until the list of companies is interactive. */
  interactive: 145,
  /** Scripts that any page adds to those of every page. */
  page: 34,
  /** All styles of any page. */
  styles: 16,
}

/** Fails the build when a page has become too heavy, or when styles that come late would have it laid out anew. */
export const pageBudgets: Plugin = {
  name: 'page-budgets',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    // What is sent is measured, with the names of files that are put in last.
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk')
      const everywhere = withImports(bundle, chunks.find(({ isEntry }) => isEntry) as Chunk)
      const faults: string[] = []
      const check = (what: string, size: number, most: number) => {
        if (size > most) faults.push(`${what}: ${size.toFixed(1)} KB, of ${most}`)
      }
      for (const address of Object.keys(pages)) {
        const module = path.resolve(this.environment.config.root, moduleOf(address))
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module)
        if (!chunk) throw new Error(`${address} of src/web/registry.ts has no chunk of its own.`)
        const own = withImports(bundle, chunk).filter((each) => !everywhere.includes(each))
        const scripts = sizeOf(own.map(({ code }) => code))
        const sheets = stylesOf([...everywhere, ...own]).map((name) => (bundle[name] as Rolldown.OutputAsset).source)
        check(`scripts that ${address} adds`, scripts, budget.page)
        check(`styles of ${address}`, sizeOf(sheets), budget.styles)
        if (address === '/companies')
          check(
            'scripts until a list is interactive',
            scripts + sizeOf(everywhere.map(({ code }) => code)),
            budget.interactive,
          )
      }
      for (const { fileName, source } of sheetsBut(bundle, stylesOf(everywhere)))
        if (/@(layer|font-face)\b/.test(String(source)))
          faults.push(`${fileName} comes late and has a layer or a font, for which a browser lays out the page anew`)
      if (faults.length > 0)
        throw new Error(
          `The console has become too slow to load: ${faults.join('; ')}. Load what is not needed at first later; CONTRIBUTING.md, “Weight”, says how.`,
        )
    },
  },
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

const sizes = new Map<string | Uint8Array, number>()

const packedSize = (file: string | Uint8Array) => {
  const size = sizes.get(file) ?? brotliCompressSync(file).length
  sizes.set(file, size)
  return size
}

/** Thousands of bytes, packed as they are sent. */
const sizeOf = (files: (string | Uint8Array)[]) => files.reduce((sum, file) => sum + packedSize(file), 0) / 1000
