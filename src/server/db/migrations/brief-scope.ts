import { type Kysely, sql } from 'kysely'
import { renew } from '../renew'
import { scopesBefore } from './follow-ups'

/** Keys with every scope may make briefs, because no one else could grant it. */
export const briefScope = (database: Kysely<unknown>) =>
  renew(database, 'api_keys', () =>
    sql`
      update api_keys set scopes = scopes || '{briefs:read}'
      where scopes @> ${[...scopesBefore, 'nps:write', 'views:write']}`.execute(database),
  )
