import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves a page from another host name of this machine, which a browser treats as another site. */
export const onOtherSite = async (html: string, visit: (address: string) => Promise<void>) => {
  const site = http.createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  try {
    await visit(`http://localhost:${(site.address() as AddressInfo).port}/`)
  } finally {
    site.closeAllConnections()
    await new Promise((resolve) => site.close(resolve))
  }
}
