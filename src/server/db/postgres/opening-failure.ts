import { DatabaseFailure } from '../database-failure'
import { ForeignDatabase } from '../migrations/migrate'
import { placeIn } from './address'
import { isConnectionError } from './connection-error'
import { TwoPrimaries } from './primary'

type Failed = Error & { code?: string }
type Place = ReturnType<typeof placeIn> & { setting: string }

/** What keeps PostgreSQL from being opened, by its error code, or by its message where poolers give no code of their own. */
const causes: { is: RegExp; sentence: (place: Place, match: string) => string }[] = [
  {
    is: /unsupported startup parameter:? ?(?:in options: )?"?([\w.]+)/i,
    sentence: ({ hosts, setting }, name) =>
      `The connection pooler at ${hosts} refuses the parameter ${name}. Remove it from ${setting}, or allow it there (ignore_startup_parameters in PgBouncer).`,
  },
  {
    is: /transaction blocks not allowed/i,
    sentence: ({ hosts }) =>
      `The connection pooler at ${hosts} is in statement mode, which allows no transactions. Set its pool_mode to transaction.`,
  },
  {
    is: /^(53300|too many|.*no more connections allowed|.*query_wait_timeout|.*remaining connection slots)/i,
    sentence: ({ hosts }) =>
      `All connections to the database at ${hosts} are taken. Raise its limit (max_connections in PostgreSQL; default_pool_size and max_client_conn in PgBouncer), or run fewer instances.`,
  },
  {
    is: /^3D000|no such database|database .* does not exist/i,
    sentence: ({ database, hosts, setting }) =>
      `There is no database ${database} at ${hosts}. Create it, or correct the name in ${setting}.`,
  },
  {
    is: /^28P01|authentication failed|no such user|client password must be a string|password is required/i,
    sentence: ({ user, hosts, setting }) =>
      `The database at ${hosts} does not accept the password of the user ${user}. Correct the user and password in ${setting}.`,
  },
  {
    is: /^28000/,
    sentence: ({ database, user, hosts, setting }) =>
      `The database ${database} at ${hosts} does not let the user ${user} in from this machine. Check the user in ${setting}, ?sslmode=verify-full if it requires TLS, and pg_hba.conf.`,
  },
  {
    is: /does not support SSL/i,
    sentence: ({ hosts, setting }) =>
      `The database at ${hosts} does not offer TLS. Turn it on there, or remove sslmode from ${setting} if the network is private.`,
  },
  {
    is: /ERR_TLS_CERT_ALTNAME_INVALID/,
    sentence: ({ hosts, setting }) =>
      `The certificate of the database at ${hosts} is for another host. Name the host in ${setting} as the certificate does.`,
  },
  {
    is: /CERT_HAS_EXPIRED|certificate has expired/i,
    sentence: ({ hosts }) => `The certificate of the database at ${hosts} has expired. Renew it there.`,
  },
  {
    is: /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|CERT_|ERR_TLS)|self.signed certificate|unable to verify/i,
    sentence: ({ hosts, setting }) =>
      `The certificate of the database at ${hosts} cannot be verified. Name its authority by sslrootcert= in ${setting}.`,
  },
  {
    is: /^42501.*extension/i,
    sentence: ({ database, user }) =>
      `The user ${user} may not create the extension pg_trgm. Have an administrator run "create extension pg_trgm" once in the database ${database}.`,
  },
  {
    is: /extension.*(pg_trgm|control file)/i,
    sentence: ({ hosts }) =>
      `The PostgreSQL at ${hosts} lacks the extension pg_trgm. Install its contrib package (postgresql-contrib), or allow the extension there.`,
  },
  {
    is: /^42501/,
    sentence: ({ database, user }) =>
      `The user ${user} may not create tables in the database ${database}. Make that user its owner, or run "grant all on schema public to ${user}" there.`,
  },
  {
    is: /^57014/,
    sentence: ({ database, user, hosts }) =>
      `A statement in the database ${database} at ${hosts} took too long and was stopped. If "show statement_timeout" says less than 10s there for the user ${user}, run "alter role ${user} set statement_timeout = 0"; otherwise end what holds the database, then try again.`,
  },
  {
    is: /^55P03/,
    sentence: ({ database, hosts }) =>
      `The database ${database} at ${hosts} is locked by another program. End what holds it, then start again.`,
  },
  {
    is: /^25006/,
    sentence: ({ hosts, setting }) =>
      `The database at ${hosts} can only be read, as a standby, but has to be written to. Name the primary in ${setting}.`,
  },
  {
    is: /^53100/,
    sentence: ({ hosts }) => `The disk of the database at ${hosts} is full. Free some space there.`,
  },
  {
    is: /^(ECONN\w+|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOENT|57P0\d)|timeout expired|timeout exceeded|connection timeout|Connection terminated|connection error|PostgreSQL is not responding/i,
    sentence: ({ hosts, setting }, reason) =>
      `No database can be reached at ${hosts} (${reason}). Start PostgreSQL, or correct the host and port in ${setting}.`,
  },
]

/** The sentence for the person who starts the program; `url` is what they have set as `setting`. */
export const openingFailure = (url: string, error: unknown, setting = 'DATABASE_URL'): DatabaseFailure => {
  const place = { ...placeIn(url), setting }
  const { code = '', message } = firstOf(error)
  const text = `${code} ${message}`.trim()
  // Tables of these names are there already, and none of our migrations.
  if (error instanceof ForeignDatabase || /^42P0[67]/.test(code))
    return new DatabaseFailure(
      `The database ${place.database} at ${place.hosts} is another program’s. Name an empty database in ${setting}.`,
    )
  if (error instanceof TwoPrimaries)
    return new DatabaseFailure(
      `Two databases accept writes at ${place.hosts}. Stop the one that should not be the primary.`,
    )
  for (const { is, sentence } of causes) {
    const match = is.exec(text) ?? is.exec(message)
    if (match) return new DatabaseFailure(sentence(place, match[1] ?? match[0]), { cause: error })
  }
  return new DatabaseFailure(
    `The database ${place.database} at ${place.hosts} could not be used: ${message.replace(/\.$/, '')}. Check ${setting}.`,
    { cause: error },
  )
}

/** The same for a statement after the database was opened, if the cause lies in its connection, settings, locks or disk. */
export const explained = (url: string | undefined, error: unknown, setting?: string) => {
  if (!url || error instanceof DatabaseFailure) return error
  const failed = firstOf(error)
  const isOfDatabase = /^(57014|55P03|25006)$/.test(failed.code ?? '') || isConnectionError(failed)
  return isOfDatabase ? openingFailure(url, error, setting) : error
}

/** An AggregateError of failed connections has no message of its own. */
const firstOf = (error: unknown): Failed =>
  error instanceof AggregateError && !error.message ? firstOf(error.errors[0]) : (error as Failed)
