/** Dependencies that become part of dist/server: loaded on their own, they are some 500 of the 800 files of a start. */
export const bundled = [
  '@hono/node-server',
  '@opentelemetry/api',
  '@tanstack/query-core',
  '@tanstack/react-query',
  'bintrees',
  'hono',
  'jose',
  'kysely',
  'prom-client',
  'tdigest',
  'zod',
]
