/**
 * Dependencies that become part of dist/server: loaded on their own, they are more than half of the files of a start. No other
 * dependency may need one of them, because it would not find it in the package.
 */
export const bundled = [
  '@hono/node-server',
  '@opentelemetry/api',
  '@tanstack/query-core',
  '@tanstack/react-query',
  '@tanstack/react-store',
  '@tanstack/react-table',
  '@tanstack/store',
  '@tanstack/table-core',
  'bidi-js',
  'bintrees',
  'hono',
  'hucre',
  'kysely',
  'lru-cache',
  'prom-client',
  'require-from-string',
  'tdigest',
  'use-sync-external-store',
  'zod',
]
