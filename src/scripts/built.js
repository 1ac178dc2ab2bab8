import { build, install, requireNode } from './steps.js'

/**
 * Runs one of the built server's programs, once everything is installed and built.
 * @param {string} name
 */
export const runBuilt = async (name) => {
  requireNode()
  if (!((await install()) && (await build()))) process.exit(1)
  await import(new URL(`../../dist/server/${name}.js`, import.meta.url).href)
}
