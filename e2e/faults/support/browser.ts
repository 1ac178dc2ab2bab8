import type { TestCase } from '@playwright/test/reporter'
import { test as base, signIn } from '../../support/server'
import type { Finding } from './finding'

/** An experiment in a browser that is signed in: its title is the promise, and its end is what was `found`. */
export const test = base.extend<{ found: (finding: Finding) => void; signedIn: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  found: async ({}, use, info) => {
    await use((finding) => void info.annotations.push({ type: 'finding', description: JSON.stringify(finding) }))
  },
  signedIn: [
    async ({ page, server }, use) => {
      await signIn(page, server)
      await use(undefined)
    },
    { auto: true },
  ],
})

export const findingOf = ({ results }: TestCase): Finding | undefined => {
  const told = results.at(-1)?.annotations.find(({ type }) => type === 'finding')?.description
  return told === undefined ? undefined : JSON.parse(told)
}
