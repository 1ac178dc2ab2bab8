import fs from 'node:fs'
import path from 'node:path'
import { root, run } from './steps.js'

/** @typedef {{ version?: string, dev?: boolean, devOptional?: boolean }} Locked */
/** @typedef {{ 'bom-ref': string, name: string, version: string }} Component */
/** @typedef {{ ref: string, dependsOn: string[] }} Dependencies */
/** @typedef {{ metadata: { component: Component }, components: Component[], dependencies: Dependencies[] }} Bill */

/** @param {string} name */
const read = (name) => JSON.parse(fs.readFileSync(path.join(root, name), 'utf8'))

const locked = () => Object.entries(/** @type {Record<string, Locked>} */ (read('package-lock.json').packages))

/** Where the packages lie that the release contains, with their versions. @returns {{ place: string, version: string }[]} */
export const shippedPackages = () =>
  locked()
    .filter(([place, { dev, devOptional }]) => place !== '' && !dev && !devOptional)
    .filter(([place]) => fs.existsSync(path.join(root, place)))
    .map(([place, { version = '' }]) => ({ place, version }))

/** Development packages from which the build copies fonts. @returns {{ place: string, version: string }[]} */
const fonts = () =>
  locked()
    .filter(([place]) => place.startsWith('node_modules/@fontsource'))
    .map(([place, { version = '' }]) => ({ place, version }))

/**
 * Writes the bill of materials of the release (CycloneDX), and says whether it names every package. npm's `--omit dev` also omits
 * what a development package needs too, such as jose, so what is not shipped is left out here.
 * @param {string} file
 */
export const writeBill = async (file) => {
  if (!(await run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], { quiet: true, to: file })))
    return false
  const shipped = [...shippedPackages(), ...fonts()].map(
    ({ place, version }) => `${place.replace(/^.*node_modules\//, '')}@${version}`,
  )
  const bill = /** @type {Bill} */ (JSON.parse(fs.readFileSync(file, 'utf8')))
  const product = bill.metadata.component
  const components = bill.components.filter(({ name, version }) => shipped.includes(`${name}@${version}`))
  const named = new Set([product, ...components].map((component) => component['bom-ref']))
  const dependencies = bill.dependencies
    .filter(({ ref }) => named.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => named.has(one)) }))
  // npm takes the name of the folder.
  const metadata = { ...bill.metadata, component: { ...product, name: read('package.json').name } }
  fs.writeFileSync(file, `${JSON.stringify({ ...bill, metadata, components, dependencies }, null, 2)}\n`)
  const missing = shipped.filter((one) => !components.some(({ name, version }) => `${name}@${version}` === one))
  for (const one of missing) console.error(`The bill of materials lacks ${one}.`)
  return missing.length === 0
}
