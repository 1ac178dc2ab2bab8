/** A minimal browser: cookies by host and path, of up to 4,096 bytes, and redirects one at a time. */
export const openBrowser = () => {
  const jars = new Map<string, Map<string, { value: string; path: string }>>()

  const jarOf = (url: URL) => {
    const jar = jars.get(url.host) ?? new Map()
    jars.set(url.host, jar)
    return jar as Map<string, { value: string; path: string }>
  }
  const cookiesFor = (url: URL) =>
    [...jarOf(url)]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
  const keep = (url: URL, lines: string[]) => {
    for (const line of lines.filter(({ length }) => length <= 4096)) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', ...value] = pair.split('=')
      const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
      const isGone = attributes.some((one) => /^max-age=0$/i.test(one) || /^expires=Thu, 01 Jan 1970/i.test(one))
      if (isGone) jarOf(url).delete(name)
      else jarOf(url).set(name, { value: value.join('='), path })
    }
  }

  const send = async (address: string | URL, { headers, ...init }: RequestInit = {}) => {
    const url = new URL(address)
    const cookie = cookiesFor(url)
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { ...(cookie && { cookie }), ...(headers as Record<string, string>) },
    })
    keep(url, response.headers.getSetCookie())
    return response
  }

  /** Requests an address and follows redirects, until `stop` returns true for the next one. */
  const visit = async (address: string, stop: (url: URL) => boolean = () => false) => {
    const visited: URL[] = []
    let url = new URL(address)
    for (let step = 0; step < 20; step++) {
      if (stop(url)) return { url, visited, response: null }
      visited.push(url)
      const response = await send(url)
      const location = response.headers.get('location')
      if (!location || response.status < 300 || response.status >= 400) return { url, visited, response }
      await response.body?.cancel()
      url = new URL(location, url)
    }
    throw new Error(`Too many redirects, the last to ${url}.`)
  }

  return {
    send,
    visit,
    cookie: (address: string, name: string) => jarOf(new URL(address)).get(name)?.value,
    setCookie: (address: string, name: string, value: string, path = '/') =>
      jarOf(new URL(address)).set(name, { value, path }),
    cookies: (address: string) => [...jarOf(new URL(address)).keys()],
  }
}

export type Browser = ReturnType<typeof openBrowser>
