import type { ParseArgsConfig } from 'node:util'

export type ParsedArgs = { values: Record<string, string | boolean | undefined>; positionals: string[] }

/** One of `quarterdeck`'s commands. */
export type Command = {
  usage: string
  options?: NonNullable<ParseArgsConfig['options']>
  run: (args: ParsedArgs) => Promise<void>
}

/** The arguments do not fit the command; its help does. */
export class UsageError extends Error {}

/** The only argument of a command. */
export const onlyArgument = ({ positionals: [first, ...others] }: ParsedArgs, what: string) => {
  if (!first || others.length > 0) throw new UsageError(`Name ${what}.`)
  return first
}

export const noArguments = ({ positionals: [first] }: ParsedArgs) => {
  if (first !== undefined) throw new UsageError(`Unexpected argument “${first}”.`)
}
