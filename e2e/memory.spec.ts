import { expect, type Page } from '@playwright/test'
import { eventually, signIn, test } from './server'

/** How many plain objects the page's scripts hold, after what nobody holds has been collected. */
const countObjects = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const { result } = await session.send('Runtime.evaluate', { expression: 'Object.prototype' })
  const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId as string })
  const { result: count } = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId as string,
    functionDeclaration:
      'function () { return this.filter((one) => Object.getPrototypeOf(one) === Object.prototype).length }',
    returnByValue: true,
  })
  await session.detach()
  return count.value as number
}

test('nothing is kept however often pages are turned', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('/companies')
  const previous = page.getByRole('button', { name: 'Previous page' })
  const turn = async (times: number) => {
    for (let time = 0; time < times; time++) {
      await page.getByRole('button', { name: 'Next page' }).click()
      await expect(previous).toHaveAttribute('aria-disabled', 'false')
      await previous.click()
      await expect(previous).toHaveAttribute('aria-disabled', 'true')
    }
    await page.waitForLoadState('networkidle')
  }
  await turn(4)
  const before = await countObjects(page)
  await turn(20)
  // React keeps one drawing beside the one that is shown, which is now the one and now the other.
  await eventually(async () => {
    await turn(1)
    expect(await countObjects(page)).toBeLessThan(before + 20)
  })
})
