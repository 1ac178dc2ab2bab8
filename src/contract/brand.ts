import * as z from 'zod/mini'
import { documented, endpoint, instant, object, one, text, uuid } from './core/endpoint'

/** Of WCAG, for text of any size. */
export const leastContrast = 4.5

const parts = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** Contrast against white, as WCAG counts it: 1 to 21. */
const contrastOf = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = parts(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

/** The same colour, or the lightest of its shades that can be read on white. */
const readableShade = (colour: string) => {
  for (let share = 100; share > 0; share--) {
    const shade = `#${parts(colour)
      .map((part) =>
        Math.round((part * share) / 100)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`
    if (contrastOf(shade) >= leastContrast) return shade
  }
  return '#000000'
}

const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

const colour = text({ max: 7 }).check(
  z.refine(isColour, { error: 'must be a colour, such as #162137', abort: true }),
  z.refine((given: string) => contrastOf(given) >= leastContrast, {
    error: ({ input }) =>
      `must be darker: its contrast against white is ${contrastOf(String(input)).toFixed(1)}, and text needs ${leastContrast}. ${readableShade(String(input))} is the nearest shade that has it`,
  }),
)
documented.add(colour, { pattern: '^#[0-9a-fA-F]{6}$' })

/** In bytes, as uploaded. */
export const largestLogo = 512 * 1024

/** Maximum sides in pixels. More wouldn’t show in print, and is slow to decode. */
export const widestLogo = 1600
export const highestLogo = 800

const logo = text({ max: 4 * Math.ceil(largestLogo / 3) + 40 })

/** Who client briefs are from, and their look. */
export const Brand = object(() => ({
  id: uuid,
  name: z.string(),
  colour: z.string(),
  footer: z.string(),
  /** A PNG, as the address of its data. */
  logo: z.nullable(z.string()),
  updatedAt: z.nullable(instant),
}))

export const brand = {
  get: endpoint({
    method: 'GET',
    path: '/brand',
    summary: 'Read the brand of client briefs',
    scope: null,
    addition: true,
    response: one(Brand),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/brand',
    summary: 'Change the brand of client briefs',
    scope: 'brand:manage',
    addition: true,
    body: object(() => ({
      name: z.optional(text({ max: 100 })),
      colour: z.optional(colour),
      footer: z.optional(text({ max: 200 })),
      logo: z.optional(z.nullable(logo)),
    })),
    response: one(Brand),
  }),
}
