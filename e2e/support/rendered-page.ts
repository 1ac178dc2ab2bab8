import type { Browser, Page } from '@playwright/test'
import { adminKey } from './instance'

/** A server-rendered page without scripts, in a browser that sends these cookies, such as its locale and time zone. */
export const renderedPage = async (
  browser: Browser,
  origin: string,
  cookies: Record<string, string>,
  key = adminKey,
) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: `${origin}/` })
  await context.request.post('./session', { headers: { origin: new URL(origin).origin }, data: { key } })
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: `${origin}/` })))
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  return { page, complaints, close: () => context.close() }
}

export const reader = encodeURIComponent('en-GB Europe/London')

/** Elements and texts of the page in the browser, without skeletons; the server has to render the same. */
export const renderedShape = (page: Page) => page.getByRole('main').evaluate(shapeIn)

/** The same from the HTML that the server sends, without loading the page. */
export const renderedShapeFromServer = async (page: Page, address: string) => {
  const html = await (await page.request.get(address)).text()
  const main = await page.evaluateHandle(
    (sent) => new DOMParser().parseFromString(sent, 'text/html').querySelector('main') as Element,
    html,
  )
  return main.evaluate(shapeIn)
}

const shapeIn = (main: Element) => {
  const shape: string[] = []
  const texts: string[] = []
  const isOwn = ({ name, value }: Attr) => !/^(style|data-pending|selected)$/.test(name) && value !== ''
  const walk = (node: Node) => {
    if (node instanceof Text && node.data) {
      shape.push(node.data)
      texts.push(node.data)
    }
    // Options of a filter that come from other rows are loaded by the browser.
    if (!(node instanceof Element) || node.matches('option, title, [data-loading]')) return
    const attributes = [...node.attributes].filter(isOwn).map(({ name, value }) => `${name}=${value}`)
    // React generates IDs in another form during hydration.
    shape.push(
      [node.tagName, ...attributes.sort(), (node as HTMLElement).style.cssText].join(' ').replace(/_[rR]_\w+_/g, 'id'),
    )
    node.childNodes.forEach(walk)
  }
  main.childNodes.forEach(walk)
  return { shape, texts }
}
