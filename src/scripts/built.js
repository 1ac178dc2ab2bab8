import { build, install, requireNode } from './steps.js'

/**
 * Installs and builds if needed, then runs one of the built server's programs.
 * @param {string} name
 */
export const runBuilt = async (name) => {
  requireNode()
  if (!((await install()) && (await build()))) process.exit(1)
  await import(new URL(`../../dist/server/${name}.js`, import.meta.url).href)
}
