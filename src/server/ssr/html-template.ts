import fs from 'node:fs/promises'
import path from 'node:path'
import type { Manifest, ManifestChunk } from 'vite'
import type { RenderResult } from '../../contract/core/ssr-protocol'
import { stateId } from '../../contract/core/ssr-protocol'
import { policy, policyWith } from '../http/content-security-policy'

/** Entries of Vite’s manifest. */
const entry = 'index.html'
const font = 'node_modules/@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2'

const root = '<div id="root">'

type HeadOptions = {
  theme: string | undefined
  hasFont: boolean
  /** Whether people usually see this page first, so that the browser hasn’t cached the font. */
  isFirst: boolean
  modules: string[]
}

/** Maps each module to its built files. */
export const manifestFile = '.vite/manifest.json'

/** Creates the HTML of pages from the built index.html, with each page’s scripts and styles. */
export const openTemplate = async (folder: string, built: string, base: string) => {
  // Browsers take the hash of a script with line feeds alone.
  const index = built
    .replaceAll('\r\n', '\n')
    .replace('<html', `<html${base && ` data-base="${base}"`}`)
    .replaceAll(/ (href|src)="\//g, ` $1="${base}/`)
  const manifest: Manifest = JSON.parse(await fs.readFile(path.join(folder, manifestFile), 'utf8').catch(() => '{}'))
  const [entryScript = ''] = /<script async .*?<\/script>/.exec(index) ?? []
  const [beforeHead = '', rest = ''] = split(index.replace(entryScript, ''), '</head>')
  const [beforeRoot = '', afterRoot = ''] = split(rest, root)
  const [, script] = /<script>(.*?)<\/script>/s.exec(index) ?? []
  const everywhere = new Set(chunksOf(manifest, entry))

  const tagsOf = (modules: string[]) => {
    const chunks = new Set(modules.flatMap((module) => chunksOf(manifest, module)))
    const own = [...chunks].filter((chunk) => !everywhere.has(chunk))
    const styles = new Set(own.flatMap(({ css = [] }) => css))
    // The page paints sooner when scripts don't compete with its styles and HTML, and comes alive no later.
    return [
      ...[...styles].map((href) => `<link rel="stylesheet" crossorigin href="${base}/${href}">`),
      entryScript.replace('async', 'async fetchpriority="low"'),
      ...own.map(({ file }) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${base}/${file}">`),
    ].join('')
  }

  return {
    /** The content security policy of pages. */
    policy: script ? policyWith(script) : policy,
    /** Everything before the page’s own content. */
    head: ({ theme, hasFont, isFirst, modules }: HeadOptions) => {
      const isSet = theme === 'light' || theme === 'dark'
      const attributes = `${isSet ? ` data-theme="${theme}"` : ''}${hasFont ? '' : ' data-font="later"'}`
      // On a narrow screen a late font would wrap lines differently.
      const fontFile = hasFont && manifest[font]?.file
      const fontTag = fontFile
        ? `<link rel="preload" as="font" type="font/woff2" crossorigin${isFirst ? '' : ' media="(width < 48rem)"'} href="${base}/${fontFile}">`
        : ''
      return `${beforeHead.replace('<html', `<html${attributes}`)}${fontTag}${tagsOf(modules)}</head>${beforeRoot}`
    },
    /** The page’s content and the rest of the document. With null the browser renders the page. */
    body: (page: RenderResult | null) =>
      page
        ? `<div id="root" data-ssr>${page.html}</div>${stateScript(page.state)}${afterRoot.slice('</div>'.length)}`
        : `${root}${afterRoot}`,
  }
}

const split = (html: string, mark: string) => {
  const at = html.indexOf(mark)
  if (at === -1) throw new Error(`The built index.html lacks ${mark}.`)
  return [html.slice(0, at), html.slice(at + mark.length)]
}

/** A block of data that is never run; its content is escaped so that it cannot close the element. */
const stateScript = (state: string) =>
  `<script type="application/json" id="${stateId}">${state.replaceAll('<', '\\u003c')}</script>`

const chunksOf = (manifest: Manifest, name: string, found: ManifestChunk[] = []) => {
  const chunk = manifest[name]
  if (!chunk || found.includes(chunk)) return found
  found.push(chunk)
  for (const other of chunk.imports ?? []) chunksOf(manifest, other, found)
  return found
}
