import { json } from 'node:stream/consumers'
import { dayLong } from '../../contract/core/days'
import { type Scope, scopes } from '../../contract/core/scopes'
import { readConfig } from '../config'
import { askServer } from '../control/client'
import { createRequestedKey } from '../control/create-key'
import type { KeyRequest } from '../control/protocol'
import { type Command, noArguments, UsageError } from './command'
import { requireDatabase, withDatabase } from './with-database'

export const command: Command = {
  usage: `Create an API key and show it once:

  quarterdeck keys create --name "Nightly report" --scopes companies:read,nps-responses:read --days 90
  quarterdeck keys create --name "Back in" --scopes all

Without --days the key never expires. The server can keep running. The scopes are ${scopes.join(', ')}.`,
  options: { name: { type: 'string' }, scopes: { type: 'string' }, days: { type: 'string' } },
  run: async (args) => {
    noArguments(args)
    const request: KeyRequest = {
      name: nameOf(args.values.name),
      scopes: scopesOf(args.values.scopes),
      expiresAt: endOf(args.values.days),
    }
    const config = readConfig(process.env)
    requireDatabase(config)
    const running = config.databaseUrl
      ? null
      : await askServer(config.folder, { method: 'POST', path: '/keys', body: request })
    const { key } = running
      ? ((await json(running)) as { key: string })
      : await withDatabase((database) => createRequestedKey(database, request))
    console.log(key)
  },
}

type Value = string | boolean | undefined

const nameOf = (value: Value) => {
  const name = typeof value === 'string' ? value.trim() : ''
  if (name === '' || name.length > 100) throw new UsageError('Give a --name of 1 to 100 characters')
  return name
}

const scopesOf = (value: Value): readonly Scope[] => {
  if (value === 'all') return scopes
  const asked = typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : []
  const wrong = asked.find((name) => !scopes.some((scope) => scope === name))
  if (wrong !== undefined) throw new UsageError(`“${wrong}” is not a scope`)
  if (asked.length === 0) throw new UsageError('Give --scopes, or --scopes all')
  return scopes.filter((scope) => asked.includes(scope))
}

const endOf = (value: Value) => {
  if (value === undefined) return null
  const days = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : 0
  if (days === 0) throw new UsageError('Give --days as a whole number above 0')
  return new Date(Date.now() + days * dayLong).toISOString()
}
