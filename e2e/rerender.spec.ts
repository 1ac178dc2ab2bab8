import { expect, type Page } from '@playwright/test'
import { addressOf } from './faults/addresses'
import { eventually, signIn, test } from './server'

type Fiber = {
  type: unknown
  flags: number
  child: Fiber | null
  sibling: Fiber | null
  alternate: Fiber | null
}
type Drawn = { made: number; again: number }

/** Counts the components that React makes, and those that it draws again, by what it tells whoever inspects it. */
const countDrawing = (page: Page) =>
  page.addInitScript(() => {
    const drawn: Drawn = { made: 0, again: 0 }
    const performedWork = 1
    const isComponent = ({ type }: Fiber) => typeof type === 'function' || (typeof type === 'object' && type !== null)
    const count = (parent: Fiber) => {
      // What was not looked at still has the same children.
      if (parent.alternate?.child === parent.child) return
      for (let fiber = parent.child; fiber; fiber = fiber.sibling) {
        if (isComponent(fiber) && !fiber.alternate) drawn.made++
        else if (isComponent(fiber) && fiber.flags & performedWork) drawn.again++
        count(fiber)
      }
    }
    const hook = {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_id: number, { current }: { current: Fiber }) => count(current),
      onPostCommitFiberRoot: () => {},
      onCommitFiberUnmount: () => {},
    }
    Object.assign(window, { drawn, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook })
  })

const drawnBy = async (page: Page, act: () => Promise<unknown>) => {
  await page.evaluate(() => Object.assign((window as unknown as { drawn: Drawn }).drawn, { made: 0, again: 0 }))
  await act()
  return page.evaluate(() => (window as unknown as { drawn: Drawn }).drawn)
}

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server)
  await countDrawing(page)
})

test('the app draws a page once where it goes on from the server’s drawing', async ({ page, server }) => {
  for (const path of ['/companies', '/companies/:id', '/nps/review', '/today']) {
    const address = await addressOf(path, page, server)
    await eventually(async () => {
      await page.goto(address)
      await expect(page.locator('[data-ssr]')).toHaveCount(0)
      await page.waitForLoadState('networkidle')
      const { made, again } = await page.evaluate(() => (window as unknown as { drawn: Drawn }).drawn)
      expect(made, path).toBeGreaterThan(100)
      expect(again, path).toBeLessThan(made / 4)
    })
  }
})

test('a form that opens over a record, and closes, has nothing of it drawn again', async ({ page, server }) => {
  await page.goto(await addressOf('/companies/:id', page, server))
  await page.waitForLoadState('networkidle')
  const form = page.getByRole('dialog')
  const open = async () => {
    await page.getByRole('link', { name: 'Edit' }).click()
    await expect(form.getByRole('textbox').first()).toBeFocused()
  }
  const close = async () => {
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
  }
  await open()
  await close()
  // Frame, address and form; of the record there are more than a hundred.
  expect((await drawnBy(page, open)).again).toBeLessThan(60)
  expect((await drawnBy(page, close)).again).toBeLessThan(40)
})

test('a row that opens beside its list, and closes, has nothing of the frame drawn again', async ({ page }) => {
  await page.goto('/companies')
  await page.waitForLoadState('networkidle')
  const panel = page.locator('aside.panel')
  const open = async () => {
    await page.locator('tbody .name a').first().focus()
    await page.keyboard.press('Enter')
    await expect(panel.getByText('Employees')).toBeVisible()
    await expect(page.locator('tbody tr[aria-current]')).toHaveCount(1)
  }
  const close = async () => {
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(page.locator('tbody tr[aria-current]')).toHaveCount(0)
  }
  await open()
  await close()
  // Those who use the address, the table's head, and the row; the frame alone has more than eighty.
  expect((await drawnBy(page, open)).again).toBeLessThan(50)
  expect((await drawnBy(page, close)).again).toBeLessThan(40)
})
