import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** The address that `npm run dev` gives the server; the start script sets it for both sides. */
const server = process.env.QUARTERDECK_DEV_SERVER ?? 'http://127.0.0.1:4421'

/** One `vite build` makes both sides: dist/web for the browser, dist/server for Node. */
export default defineConfig({
  plugins: [react()],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/web',
        target: 'baseline-widely-available',
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
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
        rolldownOptions: { input: { main: 'src/server/main.ts' } },
      },
    },
  },
  server: { proxy: { '/api': server, '/session': server, '/healthz': server } },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    typecheck: { enabled: true, include: ['src/**/*.test-d.ts'] },
  },
})
