import { readConfig } from '../config'
import { start } from '../main'
import { type Command, noArguments } from './command'

export const command: Command = {
  usage: `Start the server, which is also what quarterdeck does without a command:

  quarterdeck start
  quarterdeck start --scale 20    # a new database gets a sample MSP twenty times the usual size

Settings are environment variables: see docs/configuration.md.`,
  options: { scale: { type: 'string' } },
  run: async (given) => {
    noArguments(given)
    const { scale } = given.values
    await start(readConfig({ ...process.env, ...(typeof scale === 'string' && { QUARTERDECK_DEMO: scale }) }))
  },
}
