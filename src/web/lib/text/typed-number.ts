import { numberFormat } from '../request-context'

type Separators = { group?: string; decimal?: string; hasLakhs?: boolean }

const numbers = numberFormat()
/** Some languages group only from five digits. */
const separators = (): Separators => {
  const parts = numbers().formatToParts(1_234_567.5)
  return {
    ...Object.fromEntries(parts.map(({ type, value }) => [type, value])),
    hasLakhs: parts.some(({ type, value }, at) => at > 0 && type === 'integer' && value.length === 2),
  }
}

/** Reads a number in the user’s locale (1,284.50, 1.284,50 or 1,00,000), with or without group separators. */
export const readTyped = (text: string, { group = '', decimal = '.', hasLakhs } = separators()): number | null => {
  const sign = `[\\s’${escaped(group)}]`
  const groups = `(?:${sign}\\d{${hasLakhs ? '2,' : ''}3})*${sign}\\d{3}`
  const parted = new RegExp(`^([+−-]?[1-9]\\d{0,2})(${groups})(?=$|${escaped(decimal)})`)
  const whole = text.trim().replace(parted, (_, first: string, rest: string) => first + rest.replace(/\D/g, ''))
  const plain = whole.replace('−', '-').replace(decimal, '.')
  return isDecimal.test(plain) && Number.isFinite(Number(plain)) ? Number(plain) : null
}

/** `Number` would also read 0x10, and nothing as 0. */
const isDecimal = /^[+-]?[\d.]+(e[+-]?\d+)?$/i

const escaped = (sign: string) => sign.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** As it is typed in the user’s locale: a field that shows 0.125 would be read as 125 where a point parts thousands. */
export const typedNumber = (value: number, { decimal = '.' }: Separators = separators()) =>
  String(value).replace('.', decimal)
