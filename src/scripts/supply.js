import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { bundled } from '../build/bundled.js'
import { writeBill } from './bill-of-materials.js'
import { root } from './steps.js'

/** @typedef {{ version?: string, integrity?: string, license?: string, dev?: boolean, hasInstallScript?: boolean, dependencies?: Record<string, string> }} Package */

/** Licences allowed for shipped packages, and for development packages. */
const licences = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
]
const makersLicences = ['MPL-2.0']

/** What the LICENSE of a package says whose package.json names none. @type {Record<string, string>} */
const stated = { 'png-js': 'MIT' }

/** Packages with an install script: esbuild installs its binary. */
const scripted = ['esbuild']

/** Biome's binaries for other platforms: npm leaves out the hash of packages it did not download. */
const unhashed = /^@biomejs\/cli-/

/** @param {string} name */
const read = (name) => JSON.parse(fs.readFileSync(path.join(root, name), 'utf8'))

/** Checks the dependencies; returns problems as sentences. */
export const faultsOfSupply = () => {
  const { dependencies, devDependencies } = read('package.json')
  const direct = Object.entries({ ...dependencies, ...devDependencies })
  /** @type {[string, Package][]} */
  const locked = Object.entries(read('package-lock.json').packages)
  const packages = locked
    .filter(([place]) => place !== '')
    .map(([place, parts]) => ({ name: place.replace(/^.*node_modules\//, ''), ...parts }))
  return [
    ...direct
      .filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
      .map(([name, version]) => `package.json asks for ${name} ${version}, which is no exact version.`),
    ...packages
      .filter(({ name, integrity }) => !integrity?.startsWith('sha512-') && !unhashed.test(name))
      .map(({ name }) => `package-lock.json has no SHA-512 of ${name}.`),
    ...packages
      .filter(
        ({ name, license = stated[name] ?? '', dev }) =>
          !allowed(license, dev ? [...licences, ...makersLicences] : licences),
      )
      .map(({ name, license = 'no licence' }) => `${name} comes under ${license}.`),
    ...packages
      .filter(({ name, dev }) => !dev && !bundled.includes(name))
      .flatMap(({ name, dependencies = {} }) =>
        bundled
          .filter((one) => one in dependencies)
          .map((one) => `${name} needs ${one}, which is built into the server.`),
      ),
    ...packages
      .filter(({ name, hasInstallScript }) => hasInstallScript && !scripted.includes(name))
      .map(({ name }) => `${name} runs a script when it is installed.`),
  ]
}

/** @param {string} license @param {string[]} accepted */
const allowed = (license, accepted) => license.split(/ OR /).some((one) => accepted.includes(one.replace(/[()]/g, '')))

if (process.argv[1] === import.meta.filename) {
  const faults = faultsOfSupply()
  for (const fault of faults) console.error(fault)
  const bill = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'quarterdeck-')), 'bill.cdx.json')
  const isWhole = await writeBill(bill)
  if (isWhole) console.log(fs.readFileSync(bill, 'utf8'))
  fs.rmSync(path.dirname(bill), { recursive: true })
  process.exit(faults.length === 0 && isWhole ? 0 : 1)
}
