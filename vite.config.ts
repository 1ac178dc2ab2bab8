import { promisify } from 'node:util'
import zlib from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** Puts a .br and a .gz beside every text asset, so that the server never compresses one while somebody waits. */
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
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: await gzip(source) })
      }
    },
  },
}

/** The embedded database's worker is plain JavaScript that the server starts by its own address, so it stays a file. */
const pgliteWorker = 'src/server/database/pglite-worker.js'

/** One `vite build` makes both sides: dist/web for the browser, dist/server for Node. */
export default defineConfig({
  plugins: [react(), compressed],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/web',
        target: 'baseline-widely-available',
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        // What nearly every page shares comes in one piece: fewer requests, and it is packed better than in twenty.
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [{ name: 'shared', test: /src[\\/](web[\\/]kit|contract)|node_modules/, minShareCount: 20 }],
            },
          },
        },
      },
    },
    server: {
      consumer: 'server',
      resolve: { external: true },
      build: {
        outDir: 'dist/server',
        target: 'node20',
        sourcemap: true,
        minify: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: {
            main: 'src/server/main.ts',
            import: 'src/server/import/main.ts',
            'pglite-worker': pgliteWorker,
          },
          output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
        },
      },
    },
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    // Generous, because an embedded database takes seconds to make on a busy machine; no test waits for time to pass.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    typecheck: { enabled: true, include: ['src/**/*.test-d.ts'] },
  },
})
