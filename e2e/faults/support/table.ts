import type { Reporter, TestModule } from 'vitest/node'
import { printTable } from './finding'

/** The table of what experiments on the server found. */
export class FindingsTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    printTable(
      tests.map((test) => ({
        promise: test.name,
        kept: test.ok() || test.result().state === 'skipped',
        finding: test.meta().finding,
      })),
    )
  }
}
