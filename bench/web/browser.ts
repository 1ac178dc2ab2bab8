import path from 'node:path'
import { type BrowserContext, type CDPSession, chromium, type Locator, type Page } from '@playwright/test'
import { launchOptions } from '../../src/scripts/browser.js'

/** The API that page.js adds to every page. */
declare global {
  var bench: {
    firstRow: Promise<Load>
    /** When the first row became interactive. */
    inUse: Promise<number>
    shift: () => number
    interactions: { name: string; duration: number }[]
    still: (ms: number) => Promise<void>
    watchFrames: () => void
    longestFrame: () => number
    arm: (read: () => string | undefined) => void
    change: () => Promise<Change>
  }
}

export type Load = { ms: number; requests: number; bytes: number; script: number; firstPaint: number }
export type Change = { ms: number; frames: number }

export const launch = () => chromium.launch(launchOptions())

export const prepare = (context: BrowserContext) =>
  context.addInitScript({ path: path.join(import.meta.dirname, 'page.js') })

export type Device = { name: string; cpu: number; network: boolean; viewport: { width: number; height: number } }

const desk = { width: 1440, height: 900 }
export const fast: Device = { name: 'this machine', cpu: 1, network: false, viewport: desk }
export const slow: Device = { name: 'CPU at a quarter', cpu: 4, network: false, viewport: desk }
export const phone: Device = { name: 'slow phone', cpu: 4, network: true, viewport: { width: 412, height: 823 } }

const bytesASecond = (megabits: number) => (megabits * 1e6) / 8

/** Emulates the device; the session is for other protocol commands. */
export const slowDown = async (page: Page, { cpu, network }: Device): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page)
  if (cpu > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  if (network) {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: bytesASecond(1.6),
      uploadThroughput: bytesASecond(0.75),
    })
  }
  return session
}

/** Human timing in milliseconds: how long the pointer rests on a target, and how long a click lasts. */
const hand = { rests: 100, presses: 80 }
const tool = { rests: 0, presses: 0 }

/** Moves the mouse directly, because the tool's own visibility checks would count as waiting. */
const clickWith = async ({ rests, presses }: typeof hand, target: Locator) => {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('What should be clicked is not there.')
  const page = target.page()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  if (rests > 0) await page.waitForTimeout(rests)
  await page.mouse.down()
  if (presses > 0) await page.waitForTimeout(presses)
  await page.mouse.up()
}

/** Clicks instantly, as tools do: the click then waits for the hover handlers. */
export const click = (target: Locator) => clickWith(tool, target)

export const clickByHand = (target: Locator) => clickWith(hand, target)
