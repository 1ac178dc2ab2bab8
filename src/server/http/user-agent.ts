/** Order matters: each browser's User-Agent also contains names further down. */
const browsers: [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera|OPiOS)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|Chromium|CriOS)\//],
  ['Safari', /\bSafari\//],
]

const systems: [name: string, sign: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac(intosh| OS X)\b/],
  ['Linux', /\bLinux\b/],
]

/** "Firefox on Windows": helps people recognise their browsers, and is used for nothing else. */
export const describeBrowser = (userAgent = ''): string => {
  const named = (names: [string, RegExp][]) => names.find(([, sign]) => sign.test(userAgent))?.[0]
  const system = named(systems)
  return `${named(browsers) ?? 'Unknown browser'}${system ? ` on ${system}` : ''}`
}
