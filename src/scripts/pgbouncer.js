import fs from 'node:fs'

/** Where PgBouncer is installed, if it is. */
export const pgbouncer = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => fs.existsSync(file))
