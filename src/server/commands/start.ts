import { readConfig } from '../config'
import { preparePglite } from '../db/embedded/pglite'
import { onStopSignals } from '../stop-signals'
import { type Command, noArguments } from './command'

export const command: Command = {
  usage: `Start the server, which is also what quarterdeck does without a command:

  quarterdeck start
  quarterdeck start --scale 20    # a new database gets a sample MSP twenty times the usual size

Settings are environment variables: see docs/configuration.md.`,
  options: { scale: { type: 'string' } },
  run: async (args) => {
    noArguments(args)
    const { scale } = args.values
    const stopWith = onStopSignals()
    const config = readConfig({ ...process.env, ...(typeof scale === 'string' && { QUARTERDECK_DEMO: scale }) })
    // The engine gets ready in its thread while this one loads the server.
    if (!config.databaseUrl && !config.upstream) preparePglite()
    const { start } = await import('../main')
    stopWith(await start(config))
  },
}
