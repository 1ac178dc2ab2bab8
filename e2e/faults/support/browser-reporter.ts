import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'
import { findingOf } from './browser'
import { printTable } from './finding'

/** The table of what experiments in the browser found. */
export default class BrowserReporter implements Reporter {
  #tests: TestCase[] = []
  onBegin(_: FullConfig, suite: Suite) {
    this.#tests = suite.allTests()
  }
  onEnd() {
    printTable(this.#tests.map((test) => ({ promise: test.title, kept: test.ok(), finding: findingOf(test) })))
  }
}
