import type { Reporter, TestModule } from 'vitest/node'

/** Prints what the experiments found as the table of docs/reliability.md. */
export class FindingsTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const rows = tests.map((test) => {
      const { harm = '', count = '', result = '' } = test.meta().finding ?? {}
      return `| ${test.name} | ${harm} | ${count} | ${test.ok() || test.result().state === 'skipped' ? result : 'BROKEN'} |`
    })
    console.log(['', '| promise | harm done | count | result |', '|---|---|---|---|', ...rows, ''].join('\n'))
  }
}
