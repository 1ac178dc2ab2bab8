import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pgbouncer } from './pgbouncer.js'
import { build, install, installed, requireNode, run } from './steps.js'
import { faultsOfSupply } from './supply.js'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

requireNode()
/** With `--all` nothing is left out or sampled. */
const isAll = process.argv.includes('--all')
if (isAll) process.env.TEST_CASES = 'all'
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'quarterdeck-test-'))
const unitReport = path.join(reports, 'unit.json')
const browserReport = path.join(reports, 'browser.json')

const main = async () => {
  const summary = []
  /** @type {Counts} */
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { title, work, counts } of steps) {
    console.log(`\n== ${title}`)
    const start = performance.now()
    const succeeded = await work()
    const counted = counts?.() ?? { passed: 0, failed: 0, skipped: 0 }
    total.passed += counted.passed
    total.skipped += counted.skipped
    // A step that fails without a failed test counts as a failure.
    total.failed += succeeded ? counted.failed : Math.max(1, counted.failed)
    const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6)
    summary.push(
      `${succeeded ? 'ok    ' : 'failed'} ${seconds} s  ${title}${counts ? `: ${counted.passed} passed` : ''}`,
    )
    if (!succeeded) break
  }
  console.log(`\n${summary.join('\n')}\n`)
  if (!process.env.TEST_DATABASE_URL)
    console.log('The server tests ran on the embedded engine only. Set TEST_DATABASE_URL to run them on PostgreSQL.')
  else if (isAll && !pgbouncer)
    console.log('Nothing was tested behind a connection pooler. Install the package pgbouncer to do so.')
  console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
  return total.failed === 0
}

/** @returns {Counts} */
const unitCounts = () => {
  const report = read(unitReport)
  return {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: report?.numPendingTests ?? 0,
  }
}

/** @returns {Counts} */
const browserCounts = () => {
  const stats = read(browserReport)?.stats
  return {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
  }
}

/** @param {string} file */
const read = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null)

/** @type {{ title: string, work: () => Promise<boolean>, counts?: () => Counts }[]} */
const steps = [
  { title: 'Dependencies', work: install },
  {
    title: 'Exact versions, hashes and licences',
    work: async () => {
      const faults = faultsOfSupply()
      for (const fault of faults) console.error(fault)
      return faults.length === 0
    },
  },
  {
    // The build, because two files of tests start the built server, and would build at once.
    title: 'Formatting, rules, import boundaries, types and build',
    work: async () => {
      const checks = [
        run(installed('biome'), ['check', '--error-on-warnings']),
        run(installed('tsc'), ['--noEmit']),
        build(),
      ]
      return (await Promise.all(checks)).every(Boolean)
    },
  },
  { title: 'Package', work: async () => (await (await import('./release.js')).release()) !== null },
  {
    title: 'Unit and server tests',
    work: () =>
      run(installed('vitest'), [
        ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
        ...(isAll ? [] : ['--tagsFilter=!thorough']),
      ]),
    counts: unitCounts,
  },
  { title: 'Browser', work: async () => (await import('./browser.js')).ensureBrowser() },
  {
    title: 'Browser tests',
    work: () =>
      run(installed('playwright'), ['test', ...(isAll ? [] : ['--grep-invert=@thorough'])], {
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
      }),
    counts: browserCounts,
  },
]

const succeeded = await main()
fs.rmSync(reports, { recursive: true })
process.exit(succeeded ? 0 : 1)
