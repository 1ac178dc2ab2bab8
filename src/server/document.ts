import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Pages } from '../build/pages'
import type { Answered, Drawing } from '../contract/drawing'
import { policyOf } from './policy'

/** What a person has set that the page is to look like from its first moment. */
export type Looks = { theme: string; isFolded: boolean; density: string }

export const looksOf = ({ theme = '', nav, density = '' }: Record<string, string | undefined>): Looks => ({
  theme: ['light', 'dark'].includes(theme) ? theme : '',
  isFolded: nav === 'folded',
  density: ['compact', 'relaxed'].includes(density) ? density : '',
})

export type Document = { html: string; policy: string }

/** Makes the HTML of pages from the built app's index, with the page's files named and its styles in place. */
export const openDocuments = async (folder: string, index: string) => {
  const sheets = await readSheets(path.join(folder, 'assets'))
  const [link = '', frameSheet = ''] = /<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/.exec(index) ?? []
  const [script = '', app] = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/.exec(index) ?? []
  const lateScript = `<link rel="modulepreload" id="app" crossorigin href="${app}"><script type="module" src="/start.js"></script>`
  const bare = index.replace(link, '').replace(script, '')

  return (page: Pages[string], looks: Looks, drawn: Drawing | null, answered: Answered | null): Document => {
    const inPlace = [frameSheet, ...page.styles].flatMap((name) => sheets.get(name) ?? [])
    if (drawn?.styles) inPlace.push(sheetOf(drawn.styles))
    // Scripts come last, so as not to share the line with what is seen first.
    const head = [
      ...inPlace.map(({ text }) => `<style>${text}</style>`),
      // The script that loads a page's styles looks for these, and then fetches none.
      ...page.styles.map((name) => `<link rel="stylesheet" disabled href="/${name}">`),
      // What is drawn is painted before its script takes the processor: see public/start.js.
      drawn ? lateScript : script,
      ...page.scripts.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
    ]
    const html = bare
      .replace('<html', () => (looks.theme ? `<html data-theme="${looks.theme}"` : '<html'))
      .replace('<title>Quarterdeck', () => `<title>${drawn?.title ?? 'Quarterdeck'}`)
      .replace('</head>', () => `${head.join('')}</head>`)
      .replace(
        '<div id="root">',
        () => `${dataOf(answered)}<div id="root"${drawn ? ` data-drawn>${inLooks(drawn.html, looks)}` : '>'}`,
      )
    return { html, policy: policyOf(inPlace.map(({ hash }) => hash)) }
  }
}

const inLooks = (html: string, { isFolded, density }: Looks) =>
  html
    .replace('class="shell"', isFolded ? 'class="shell" data-nav="collapsed"' : '$&')
    .replace('data-density="default"', density ? `data-density="${density}"` : '$&')

/** A block of data, which runs nowhere; nothing in it can end it early. */
const dataOf = (answered: Answered | null) => {
  if (!answered) return ''
  const { path: to, text, etag, date } = answered
  const given = Object.entries({ to, etag, date }).map(([name, value]) => ` data-${name}="${escaped(value ?? '')}"`)
  return `<script type="application/json" id="answer"${given.join('')}>${text.replaceAll('<', '\\u003c')}</script>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

type Sheet = { text: string; hash: string }

/** Styles in a page, and the name by which its policy allows them. */
const sheetOf = (text: string): Sheet => ({
  text,
  hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
})

const readSheets = async (assets: string) => {
  const names = await fs.readdir(assets).catch(() => [])
  const sheets = names
    .filter((name) => name.endsWith('.css'))
    .map(
      async (name): Promise<[string, Sheet]> => [
        `assets/${name}`,
        sheetOf(await fs.readFile(path.join(assets, name), 'utf8')),
      ],
    )
  return new Map(await Promise.all(sheets))
}
