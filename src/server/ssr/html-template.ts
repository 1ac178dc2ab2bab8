import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Pages } from '../../build/pages'
import { frameEndId, pageHeadId, pageStylesId, type RenderResult } from '../../contract/core/ssr-protocol'

/** What the page is to look like from its first moment: what a person has set, and whether her browser has the font. */
export type UiPreferences = { theme: string; isFolded: boolean; density: string; hasFont: boolean }

export const parseUiPreferences = ({
  theme = '',
  nav,
  density = '',
  font,
}: Record<string, string | undefined>): UiPreferences => ({
  theme: ['light', 'dark'].includes(theme) ? theme : '',
  isFolded: nav === 'folded',
  density: ['compact', 'relaxed'].includes(density) ? density : '',
  hasFont: font === 'there',
})

/** A page, and the names by which a policy allows the styles in it. */
export type RenderedPage = { html: string; styles: string[] }

/** What the frame of a page is drawn by ends where this layer of `src/web/styles/index.css` begins. */
const pageLayer = '@layer parts{'

const expected = `<link rel="expect" href="#${frameEndId}" blocking="render">`

/** Makes the HTML of pages from the built app's index, with the page's files named and its styles in place. */
export const createHtmlTemplate = async (folder: string, index: string) => {
  const sheets = await readSheets(path.join(folder, 'assets'))
  const [link = '', name = ''] = /<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/.exec(index) ?? []
  const scriptTags = [...index.matchAll(/<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/g)]
  /** The app comes last, and asks for its parts by itself, only later. */
  const [app = '', ...parts] = scriptTags.map(([, source = '']) => source).reverse()
  /** The first picture waits for the frame's last part; public/start.js asks for what is late once the page is painted. */
  const early = ({ html }: RenderResult) =>
    `${html.includes(`id="${frameEndId}"`) ? expected : ''}<script type="module" async src="/start.js"></script>`
  const late = (href: string, id = '') => `<link rel="late"${id && ` id="${id}"`} crossorigin href="${href}">`
  const preload = (href: string) => `<link rel="modulepreload" crossorigin href="${href}">`
  const bare = [link, ...scriptTags.map(([tag]) => tag)].reduce((html, tag) => html.replace(tag, ''), index)
  const [frameSheet, ...moreSheets] = inLayers(sheets.get(name)?.text ?? '')
  const [, font] = /url\(([^)]+\.woff2)\)/.exec(frameSheet.text) ?? []
  /** The first picture waits for a font that is at hand; where lines are long, hardly one moves when it comes a moment later. */
  const fontAtHand =
    font && `<link rel="preload" as="font" type="font/woff2" crossorigin media="(width < 48rem)" href="${font}">`

  /** A policy that is told before a page is drawn allows the rules of the drawing itself by a nonce. */
  return (
    page: Pages[string],
    preferences: UiPreferences,
    rendered: RenderResult | null,
    nonce?: string,
  ): RenderedPage => {
    const pageSheets = [...moreSheets, ...page.styles.flatMap((name) => sheets.get(name) ?? [])]
    const pageStyle = sheetOf(rendered?.styles ?? '')
    const pageStyles = pageSheets.map(inPlace).join('')
    const others = [...parts, ...page.scripts.map((name) => `/${name}`)]
    const scripts = rendered
      ? late(app, 'app') + others.map((source) => late(source)).join('')
      : `<script type="module" crossorigin src="${app}"></script>${others.map(preload).join('')}`
    // The script that loads a page's styles looks for these, and then fetches none.
    const fetched = page.styles.map((name) => `<link rel="stylesheet" disabled href="/${name}">`).join('')
    const head = `${inPlace(frameSheet)}${fetched}${rendered ? early(rendered) : pageStyles + scripts}`
    const themed = preferences.theme ? bare.replace('<html', `<html data-theme="${preferences.theme}"`) : bare
    const lettered = rendered && !preferences.hasFont ? themed.replace('<html', '<html data-font="later"') : themed
    const html = lettered.replace('</head>', () => `${(preferences.hasFont && fontAtHand) || ''}${head}</head>`)
    const styles = [frameSheet, ...pageSheets, pageStyle].map(({ hash }) => hash)
    if (!rendered) return { html, styles }

    // Before these, pages of a kind are the same. Scripts come last, so as not to share the line with what is seen first.
    const ownStyle = `<style data-page-style${nonce ? ` nonce="${nonce}"` : ''}>${pageStyle.text}</style>`
    const body = inLooks(rendered.html, preferences)
      .replace(placeOf(pageStylesId), (place) => place + pageStyles)
      .replace(placeOf(pageHeadId), (place) => `${place}<title>${rendered.title}</title>${ownStyle}`)
    return {
      html: html
        .replace(/<title>.*?<\/title>/, '')
        .replace('<div id="root"></div>', () => `<div id="root" data-ssr>${body}</div>${dataOf(rendered)}${scripts}`),
      styles,
    }
  }
}

const placeOf = (id: string) => `<span id="${id}" hidden="">`

/** The layers that the frame needs, and the others. */
const inLayers = (text: string): [Sheet, ...Sheet[]] => {
  const at = text.indexOf(pageLayer)
  return at > 0 ? [sheetOf(text.slice(0, at)), sheetOf(text.slice(at))] : [sheetOf(text)]
}

const inPlace = ({ text }: Sheet) => `<style>${text}</style>`

const inLooks = (html: string, { theme, isFolded, density }: UiPreferences) =>
  html
    .replace('class="shell"', isFolded ? 'class="shell" data-nav="collapsed"' : '$&')
    .replace('data-density="default"', density ? `data-density="${density}"` : '$&')
    .replace(/<fieldset class="theme">.*?<\/fieldset>/, (choice) =>
      theme ? choice.replace(' checked=""', '').replace(`value="${theme}"`, '$& checked=""') : choice,
    )

/** A block of data, which runs nowhere; nothing in it can end it early. */
const dataOf = ({ data }: RenderResult) =>
  data === null ? '' : `<script type="application/json" id="given">${data.replaceAll('<', '\\u003c')}</script>`

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
