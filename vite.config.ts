import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { briefFonts } from './src/build/brief-fonts.ts'
import { bundled } from './src/build/bundled.js'
import { emptyDatabase } from './src/build/empty-database.ts'
import { pageBudgets } from './src/build/page-budgets.ts'
import { unoptimised } from './src/scripts/short-lived.js'

const brotli = promisify(zlib.brotliCompress)

/** Puts a .br beside every text asset, so that the server seldom compresses one while someone waits. */
const compressed: Plugin = {
  name: 'compressed',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const texts = Object.values(bundle).filter(({ fileName }) => /\.(css|js|svg)$/.test(fileName))
      for (const file of texts) {
        const source = file.type === 'chunk' ? file.code : file.source
        if (source.length < 1000) continue
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: await brotli(source) })
      }
    },
  },
}

const beforeBrowserBuild = {
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
} satisfies Partial<Plugin>

/** React Router’s package names its development build for everyone; the production build lacks warnings for developers. */
const productionRouter: Plugin = {
  name: 'production-router',
  ...beforeBrowserBuild,
  resolveId: {
    filter: { id: /^react-router(\/dom)?$/ },
    handler: (id) =>
      path.join(
        import.meta.dirname,
        'node_modules/react-router/dist/production',
        id.endsWith('dom') ? 'dom-export.mjs' : 'index.mjs',
      ),
  },
}

/** The console shows operations as the OpenAPI document describes them, so their summaries need not be in its scripts as well. */
const noSummaries: Plugin = {
  name: 'no-summaries',
  ...beforeBrowserBuild,
  transform: {
    filter: { id: /src[\\/]contract[\\/].*\.ts$/ },
    handler: (code) => ({ code: code.replace(/\bsummary: ('[^']*'|"[^"]*"),\s/g, ''), map: null }),
  },
}

/** Keeps the styles of a CSS Module whose class names have been written into the scripts in place of its import. */
const keptStyles: Plugin = {
  name: 'kept-styles',
  transform: {
    order: 'post',
    filter: { id: /\.module\.css$/ },
    handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
  },
}

/** Names of CSS Modules: short, and the same for the browser and the server. */
const classNameOf = (name: string, file: string) => {
  const address = path.relative(import.meta.dirname, file)
  return `${name}_${createHash('sha256').update(address).digest('base64url').slice(0, 3)}`
}

/**
 * The first script names some 170 files, so they are named by their hashes alone, which takes 1.6 KB off it; `.vite/manifest.json` knows them. Letters
 * of fewer kinds pack better. The server names the same files.
 */
const hashCharacters = 'hex'
const nameOf = (extension: string) => `assets/[hash:8]${extension}`

/** The embedded database's worker is plain JavaScript that the server starts by its own address, so it stays a file. */
const pgliteWorker = 'src/server/db/embedded/pglite-worker.js'

/** The area of the console, or the file of the contract, that a module belongs to. */
const areaOf = (id: string) =>
  /src[\\/](?:contract(?:[\\/]figures)?|web[\\/](?:lib|domain(?:[\\/](?:budgets|warranty))?)|web)[\\/]([\w-]+)/.exec(
    id,
  )?.[1] ?? null

/** Those that need a database. */
const serverTests = ['src/server/**/*.test.ts', 'src/build/brief*.test.ts']

const longest =
  /web\/entry-server|server\/resources\/conformance\/|server\/(?:main|cli|api\/limits|commands\/backup|db\/check|db\/backup\/backup)\.test|build\/brief/
const rankOf = ({ moduleId, project }: TestSpecification) =>
  (project.name === 'app' ? 0 : 2) + (longest.test(moduleId) ? 0 : 1)

/** One project after the other, because a worker starts anew between them, and each with its longest files first: no core is idle at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

/** One `vite build` makes both sides: dist/web for the browser, dist/server for Node. */
export default defineConfig({
  plugins: [react(), productionRouter, noSummaries, keptStyles, compressed, pageBudgets, briefFonts, emptyDatabase],
  experimental: {
    renderBuiltUrl: (file, { hostType, ssr }) => {
      // The server completes the addresses of index.html.
      if (hostType === 'html') return undefined
      if (hostType === 'css' || /\.(js|css)$/.test(file)) return { relative: true }
      const base = ssr ? 'globalThis.consoleBasePath' : 'document.documentElement.dataset.base'
      return { runtime: `(${base}??"")+${JSON.stringify(`/${file}`)}` }
    },
  },
  // The package's own entry for React 18 and later, without the code for those before.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  builder: {},
  css: { modules: { generateScopedName: classNameOf } },
  environments: {
    client: {
      build: {
        outDir: 'dist/web',
        manifest: true,
        target: 'baseline-widely-available',
        modulePreload: {
          polyfill: false,
          // Only pages get preload links for their scripts. Inserting one for each script of a part that loads when idle blocks the main thread.
          resolveDependencies: (file, files, { hostType }) =>
            hostType === 'html' || /-page-[^-]+$/.test(file) ? files : files.filter((each) => each.endsWith('.css')),
        },
        assetsInlineLimit: 0,
        // One file for what every visit needs, one for what many pages share, one for what the pages of an area share.
        rolldownOptions: {
          // Class names are written where they are used.
          optimization: { inlineConst: { mode: 'all' } },
          onLog: (level, log, handle) => {
            // A class that its module does not have.
            if (log.code === 'IMPORT_IS_UNDEFINED') throw new Error(log.message)
            handle(level, log)
          },
          output: {
            hashCharacters,
            entryFileNames: nameOf('.js'),
            chunkFileNames: nameOf('.js'),
            assetFileNames: nameOf('[extname]'),
            // Forms load when the browser is idle. Chromium then compiles them in the background instead of at the first click.
            postBanner: ({ name }) => (name === 'form' ? '//# allFunctionsCalledOnLoad' : ''),
            codeSplitting: {
              groups: [
                { name: 'frame', tags: ['$initial'], priority: 4 },
                { name: 'record', test: /src[\\/]web[\\/]record[\\/]/, minShareCount: 2, priority: 1 },
                {
                  name: 'kit',
                  // The companies, with which most people begin, have no filter by values, and forms have no filter by a record. Drawers
                  // and comboboxes load with their pages.
                  test: /src[\\/]web[\\/](?:lib|ui(?!.*(?:drawer|combobox))|list(?!.*(?:value-filter|picker))|domain[\\/](?!.*picker)[^\\/]+$)/,
                  minShareCount: 6,
                  priority: 1,
                },
                // On their own, or forms would load what only the palette and signing in share.
                {
                  name: 'owner',
                  test: /src[\\/]web[\\/](?:lib[\\/]api[\\/]session[\\/]owner|record[\\/]recent-records)/,
                  priority: 4,
                },
                // On their own, or every page would load what only those of figures share, or those with periods, or forms.
                { name: 'read-all', test: /src[\\/]web[\\/]lib[\\/]api[\\/]read-all/, priority: 4 },
                {
                  name: 'periods',
                  test: /src[\\/]web[\\/](?:domain[\\/]period-presets|list[\\/]filters[\\/]date-range)/,
                  priority: 3,
                },
                {
                  name: 'figures',
                  test: /src[\\/]web[\\/](?:ui[\\/]figures[\\/]figure-table|list[\\/](?:calculated|use-work|export[\\/](?:csv-button|export-options)))/,
                  priority: 3,
                },
                // On its own, or forms would load what shares it, and a client’s page all that is due.
                { name: 'goal-due', test: /src[\\/]web[\\/]domain[\\/]goal-due/, priority: 3 },
                // On its own, or a page that lists related records would load all that their areas share.
                { name: 'records', test: /src[\\/]web[\\/]domain[\\/]records[\\/]/, priority: 3 },
                // On their own, or budgets would load what charts of NPS share, and Today the figures of clients.
                { name: 'chart-table', test: /src[\\/]web[\\/]ui[\\/]figures[\\/]chart-table/, priority: 3 },
                { name: 'section-tabs', test: /src[\\/]web[\\/]ui[\\/]page[\\/]section-tabs/, priority: 3 },
                { name: 'group-by', test: /src[\\/]contract[\\/]core[\\/]group-by/, priority: 3 },
                // On their own, or pages with a list that is cut short would load all that `ui` shares.
                { name: 'show-more', test: /src[\\/]web[\\/]ui[\\/](?:show-more|focus-item)/, priority: 4 },
                // The same for a page that only names another area's resource.
                { name: areaOf, debugName: 'contract', test: /src[\\/]contract[\\/]/, minShareCount: 2, priority: 2 },
                // On its own, or every dialog with something to lose would load the form for editing.
                { name: 'unsaved-changes', test: /src[\\/]web[\\/]form[\\/].*unsaved-changes/, priority: 3 },
                { name: 'form', test: /src[\\/]web[\\/]form[\\/]/, minShareCount: 2, priority: 1 },
                { name: 'query', test: /@tanstack/, minShareCount: 2, priority: 1 },
                // Without the pages of NPS, which Today would load with it.
                { name: areaOf, debugName: 'area', test: /^(?!.*[\\/]web[\\/]nps[\\/])/, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    server: {
      consumer: 'server',
      resolve: { external: true, noExternal: bundled },
      build: {
        outDir: 'dist/server',
        target: 'node20',
        sourcemap: true,
        minify: false,
        copyPublicDir: false,
        // The pages that the server renders name the browser's files.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: {
            cli: 'src/server/cli.ts',
            'entry-server': 'src/web/entry-server.tsx',
            'pglite-worker': pgliteWorker,
            'brief-worker': 'src/server/briefs/worker.ts',
          },
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: '[name].js',
            assetFileNames: nameOf('[extname]'),
            hashCharacters,
            // Docstrings are for readers of the sources. Licences and annotations stay.
            comments: { jsdoc: false },
          },
        },
      },
    },
  },
  test: {
    // Generous, because an embedded database takes seconds to make on a busy machine; no test waits for time to pass.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // One more than processors, because some wait for servers that they start. Each takes up to 800 MB, as does the process
    // that starts them; a container may have less memory than its machine has processors.
    maxWorkers: Math.max(
      1,
      Math.min(availableParallelism() + 1, Math.floor((process.constrainedMemory() || Infinity) / 8e8) - 1),
    ),
    sequence: { sequencer: LongestFirst },
    tags: [{ name: 'thorough', description: 'Left out by npm test, which has another test of the same kind.' }],
    // Tests that are about time zones set their own.
    env: { TZ: 'UTC' },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: serverTests,
          globalSetup: 'src/server/testing/database.setup.ts',
          execArgv: unoptimised,
          // What they share takes longer to load than most of them take to run.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'app',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: serverTests,
          // Pure functions over shared modules, which take longer to load than to test.
          isolate: false,
        },
      },
    ],
  },
})
