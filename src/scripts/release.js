import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { bundled } from '../build/bundled.js'
import { shippedPackages, writeBill } from './bill-of-materials.js'
import { build, install, requireNode, root, run } from './steps.js'

const folder = path.join(root, 'release')
const stage = path.join(folder, 'stage')

/** In bytes. */
const limits = { packed: 12e6, installed: 60e6 }

/** What goes into the package beside the build and the dependencies. Of `deploy` by name: an operator may keep secrets there. */
const documents = [
  ...['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'docs'],
  ...['Caddyfile', 'Containerfile', 'compose.yaml', 'nginx.conf', 'quarterdeck.service', 'traefik.yaml'].map(
    (name) => `deploy/${name}`,
  ),
]
const leftOut = ['docs/screenshots', 'dist/.sources']

/**
 * Files that this program never loads: maps, types, packages' own tests and documents, their builds for browsers and
 * CommonJS, and PGlite's other extensions. Node reads the names of React's exports in its development build. Licences stay.
 */
const unused = [
  /\.(map|flow|md|markdown|tsx?|[cm]ts)$/i,
  /[\\/](tests?|bench|benchmarks)$/,
  /\.test\.js$/,
  /[\\/](?:linebreak|restructure|unicode-properties)[\\/]dist[\\/]main\.cjs$/,
  /-profiling\.\w+\.js$/,
  /[\\/]react-dom[\\/]cjs[\\/]react-dom-(?:client|server-legacy|test-utils|server\.(?:browser|bun|edge|node\.development))[\w.-]*$/,
  /[\\/]react-router[\\/]dist[\\/](?:production$|development[\\/].*(?:\.js$|react-server))/,
  /[\\/]@noble[\\/]\w+[\\/][\w-]+\.js$/,
  /[\\/]@noble[\\/]hashes[\\/]esm[\\/](?!utils|crypto)\w[\w-]*\.js$/,
  /[\\/]@noble[\\/]ciphers[\\/]esm[\\/](?!utils|crypto|aes|_polyval|_assert)[\w-]+\.js$/,
  /[\\/]fflate[\\/](?:umd$|lib$|esm[\\/]browser\.js$)/,
  /[\\/]react-hook-form[\\/]dist[\\/](?!index\.esm\.mjs$)[\w.-]+$/,
  /[\\/]@swc[\\/]helpers[\\/](?:src|scripts|cjs|esm[\\/](?!_define_property|_ts_decorate)\w+\.js)$/,
  /[\\/]react(?:-dom)?[\\/]cjs[\\/].*\.react-server\.[\w.]+$/,
  /[\\/]scheduler[\\/]cjs$/,
  /[\\/](?:dfa[\\/]compile|unicode-trie[\\/]builder)\.js$/,
  /pglite[\\/]dist[\\/](?:contrib[\\/](?!pg_trgm)\w+\.js|live|worker|fs[\\/]opfs-ahp\.js)$/,
  /[\\/](?:pino[\\/]browser|openid-client[\\/]build[\\/]passport)\.js$/,
  /[\\/](?:pdfkit[\\/]tools|pg[\\/]lib[\\/]native)$/,
  /pglite[\\/]dist[\\/](?:(?!pg_trgm)[\w-]+\.tar\.gz|.*\.cjs|(?:initdb|pglite)\.js)$/,
  /pdfkit[\\/](?:\.yarn$|js[\\/](?:standard-fonts$|pdfkit\.(?!node\.mjs)|data[\\/].*\.afm$))/,
  /[\\/]nodemailer[\\/]dist[\\/]cjs$/,
  /docx[\\/]dist[\\/](?!index\.mjs$)[\w.-]+$/,
  /fontkit[\\/](?:src$|dist[\\/](?!module\.mjs$))/,
  /[\\/]brotli[\\/](?:build|enc|dec[\\/]dictionary\.bin\.js)$/,
  /[\\/]pako[\\/]dist$/,
]
const isLicence = (/** @type {string} */ file) => /licen[cs]e|notice/i.test(path.basename(file))
const isUnused = (/** @type {string} */ file) => unused.some((pattern) => pattern.test(file)) && !isLicence(file)

/** Of what dist/server contains, npm reads package.json, and people the licence. */
const isBundled = (/** @type {string} */ place, /** @type {string} */ inside) =>
  bundled.some((name) => place === `node_modules/${name}`) &&
  inside !== '' &&
  inside !== 'package.json' &&
  !isLicence(inside)

/** @param {string} name */
const read = (name) => JSON.parse(fs.readFileSync(path.join(root, name), 'utf8'))

const stagePackage = () => {
  const { scripts, devDependencies, overrides, knip, private: _, ...rest } = read('package.json')
  const manifest = { ...rest, bundleDependencies: Object.keys(rest.dependencies) }
  fs.writeFileSync(path.join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const name of [...documents, 'dist'])
    fs.cpSync(path.join(root, name), path.join(stage, name), {
      recursive: true,
      filter: (file) => !leftOut.includes(path.relative(root, file)) && !file.endsWith('.map'),
    })
}

/** Leaves out pictures, and links to what is not packed. */
const mendDocuments = () => {
  const names = fs.readdirSync(stage, { recursive: true, encoding: 'utf8' })
  for (const file of names.filter((name) => name.endsWith('.md')).map((name) => path.join(stage, name))) {
    const isPacked = (/** @type {string} */ target) =>
      /^([a-z]+:|#)/.test(target) || fs.existsSync(path.join(path.dirname(file), target.replace(/#.*/, '')))
    const text = fs
      .readFileSync(file, 'utf8')
      .replace(/^(?:\|.*\n\|[-|]+\n)?(?:(?:\| )?!\[.*\n)+\n?/gm, '')
      .replace(/(?<!!)\[([^\]]+)\]\(([^)\s]+)\)/g, (link, words, target) => (isPacked(target) ? link : words))
    fs.writeFileSync(file, text)
  }
}

/** The very files of the lockfile, so that an installation downloads nothing and nothing can have changed. */
const stageDependencies = () => {
  for (const { place } of shippedPackages())
    fs.cpSync(path.join(root, place), path.join(stage, place), {
      recursive: true,
      filter: (file) => {
        const inside = path.relative(path.join(root, place), file)
        return inside.split(path.sep)[0] !== 'node_modules' && !isUnused(file) && !isBundled(place, inside)
      },
    })
}

/** @param {string} where @returns {number} bytes on a disk with blocks of 4 KiB */
const sizeOf = (where) =>
  fs.readdirSync(where, { withFileTypes: true }).reduce((sum, entry) => {
    const file = path.join(where, entry.name)
    return sum + (entry.isDirectory() ? sizeOf(file) : Math.ceil(fs.statSync(file).size / 4096) * 4096)
  }, 0)

/** @param {string} file */
const sha256 = (file) => createHash('sha256').update(fs.readFileSync(file)).digest('hex')

/** @param {number} bytes */
const inMegabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`

/** Makes release/quarterdeck-<version>.tgz, its bill of materials and the checksums of both; resolves to the package's path. */
export const release = async () => {
  requireNode()
  if (!((await install()) && (await build()))) return null
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(stage, { recursive: true })
  stagePackage()
  mendDocuments()
  stageDependencies()
  const { name, version } = read('package.json')
  const archive = path.join(folder, `${name}-${version}.tgz`)
  const bill = path.join(folder, `${name}-${version}.cdx.json`)
  const isPacked = await run('npm', ['pack', stage, '--pack-destination', folder, '--ignore-scripts'], { quiet: true })
  if (!isPacked || !(await writeBill(bill))) return null
  const files = [archive, bill]
  fs.writeFileSync(
    path.join(folder, 'SHA256SUMS'),
    files.map((file) => `${sha256(file)}  ${path.basename(file)}\n`).join(''),
  )
  const sizes = { packed: fs.statSync(archive).size, installed: sizeOf(stage) }
  fs.rmSync(stage, { recursive: true })
  console.log(
    `${path.relative(root, archive)}: ${inMegabytes(sizes.packed)}, ${inMegabytes(sizes.installed)} installed`,
  )
  if (sizes.packed <= limits.packed && sizes.installed <= limits.installed) return archive
  console.error(
    `A package may have ${inMegabytes(limits.packed)}, and ${inMegabytes(limits.installed)} when it is installed.`,
  )
  return null
}

if (process.argv[1] === import.meta.filename) process.exit((await release()) ? 0 : 1)
