#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { type Command, UsageError } from './commands/command'
import { version } from './version'

type Entry = { summary: string; load: () => Promise<{ command: Command }> }

const commands: Record<string, Entry> = {
  start: { summary: 'start the server', load: () => import('./commands/start') },
  import: { summary: 'import your own data', load: () => import('./commands/import') },
  backup: { summary: 'back up the database to one file', load: () => import('./commands/backup') },
  verify: { summary: 'check a backup', load: () => import('./commands/verify') },
  restore: { summary: 'fill an empty database from a backup', load: () => import('./commands/restore') },
  migrate: {
    summary: 'bring the database up to date, or say what that would do',
    load: () => import('./commands/migrate'),
  },
  'keys create': { summary: 'create an API key', load: () => import('./commands/keys-create') },
  doctor: {
    summary: 'check settings, database, proxy, identity provider, mail server, clock and disk',
    load: () => import('./commands/doctor'),
  },
  repair: { summary: 'check the lists and repair differences', load: () => import('./commands/repair') },
  erase: { summary: 'erase a person’s data', load: () => import('./commands/erase') },
}

const help = () => `Quarterdeck ${version}, the admin console of a managed service provider.

  quarterdeck [command] [--help]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(14)}${summary}`)
  .join('\n')}

Settings are environment variables: see docs/configuration.md.`

/** `keys create` is one command of two words. */
const find = (words: string[]) => {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (entry && words.length >= length) return { name, entry, rest: words.slice(length) }
  }
  return null
}

const run = async (words: string[]): Promise<void> => {
  const [first] = words
  if (first === '--help' || first === 'help') return console.log(help())
  if (first === '--version') return console.log(version)
  const found = find(first === undefined || first.startsWith('-') ? ['start', ...words] : words)
  if (!found) {
    const longer = Object.keys(commands).find((name) => name.startsWith(`${first} `))
    if (!longer) throw new UsageError(`“${first}” is not a command of quarterdeck.`)
    if (words[1] === '--help') return run([...longer.split(' '), '--help'])
    const given = words.slice(0, 2).filter((word) => !word.startsWith('-'))
    throw new UsageError(
      `“${given.join(' ')}” is not a command of quarterdeck; ${longer} is. See quarterdeck ${longer} --help.`,
    )
  }
  const { command } = await found.entry.load()
  try {
    const { values, positionals } = parseArgs({
      args: found.rest,
      allowPositionals: true,
      options: { ...command.options, help: { type: 'boolean' } },
    })
    if (values.help) return console.log(command.usage)
    await command.run({ values: values as Record<string, string | boolean | undefined>, positionals })
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (!(error instanceof UsageError) && !code.startsWith('ERR_PARSE_ARGS')) throw error
    throw new UsageError(`${message.split(/\.\s/)[0]?.replace(/\.$/, '')}. See quarterdeck ${found.name} --help.`)
  }
}

run(process.argv.slice(2)).catch((error: Error) => {
  const hint = error instanceof UsageError && !error.message.includes('--help') ? ' See quarterdeck --help.' : ''
  console.error(`\n${(error.message + hint).replace(/^/gm, '  ')}\n`)
  process.exit(1)
})
