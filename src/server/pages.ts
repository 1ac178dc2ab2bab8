import fs from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Pages } from '../build/pages'
import { contract } from '../contract'
import { basePath } from '../contract/base-path'
import type { ListEndpoint } from '../contract/kit'
import { readListQuery } from '../contract/list-query'
import { type File, type Visitor, variant } from './static'

type Described = Pages[string]

/** Whether a file of the web app goes into its pages and is none of its own. */
export const isForPages = (name: string) => name === 'index.html' || name === 'pages.json'

/**
 * The app's page for any address, with the files of that address named, its outline in place, and its first question to the
 * API under way before a script has run. What of it depends on the address alone is made once.
 */
export const openPages = async (folder: string, index: string) => {
  const described = await fs.readFile(path.join(folder, 'pages.json'), 'utf8').catch(() => '{}')
  const pages = Object.entries(JSON.parse(described) as Pages).map(([address, page]) => ({
    address,
    page,
    pattern: new RegExp(`^${address.replace(':id', '([\\w-]+)').replace('*', '.*')}/?$`),
  }))
  const made = new Map<string, File>()

  return ({ pathname, searchParams }: URL, visitor: Visitor): File => {
    const found = pages.find(({ pattern }) => pattern.test(pathname))
    const theme = visitor.theme === 'light' || visitor.theme === 'dark' ? visitor.theme : null
    const isFolded = visitor.navigation === 'folded'
    const name = [found?.address, theme, isFolded, visitor.signedIn].join()
    const file = made.get(name) ?? fileOf(htmlOf(index, found?.page, { theme, isFolded, isOutlined: visitor.signedIn }))
    made.set(name, file)
    const link =
      visitor.signedIn && found ? firstQuestion(found.page, found.pattern.exec(pathname)?.[1], searchParams) : null
    return link ? { ...file, link } : file
  }
}

type Looks = { theme: string | null; isFolded: boolean; isOutlined: boolean }

const htmlOf = (index: string, page: Described | undefined, { theme, isFolded, isOutlined }: Looks) => {
  const links = [
    ...(page?.scripts ?? []).map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
    ...(page?.styles ?? []).map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
  ]
  const html = index
    .replace('<html', () => (theme ? `<html data-theme="${theme}"` : '<html'))
    .replace('</head>', () => `${links.join('')}</head>`)
  if (!isOutlined || !page?.html) return html
  const outline = isFolded ? page.html.replace('class="shell"', 'class="shell" data-nav="collapsed"') : page.html
  return html
    .replace('<title>Quarterdeck', () => `<title>${page.title} · Quarterdeck`)
    .replace('<div id="root">', () => `<div id="root">${outline}`)
}

const fileOf = (html: string): File => {
  const page = Buffer.from(html)
  const brotli = brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
  return {
    variants: [variant('br', brotli), variant('gzip', gzipSync(page)), variant('identity', page)],
    type: 'text/html; charset=utf-8',
    cacheControl: 'no-cache',
  }
}

const lists = new Map<string, ListEndpoint>(
  Object.values(contract).flatMap((operations) =>
    Object.values(operations).flatMap((endpoint) =>
      'sort' in endpoint ? [[endpoint.path, endpoint as ListEndpoint]] : [],
    ),
  ),
)

/** The address of a list is the query of the API, so the page's first question is known from it. */
const firstQuestion = ({ asks }: Described, id: string | undefined, search: URLSearchParams) => {
  if (!asks) return null
  const list = lists.get(asks)
  const query = list ? new URLSearchParams(readListQuery(list, search).sent).toString() : ''
  return `<${basePath}${asks.replace(':id', id ?? '')}${query && `?${query}`}>; rel=preload; as=fetch; crossorigin`
}
