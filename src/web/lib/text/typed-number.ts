import { numberFormat } from '../request-context'

const numbers = numberFormat()
/** Some languages group only from five digits. */
const separators = (): { group?: string; decimal?: string } =>
  Object.fromEntries(
    numbers()
      .formatToParts(12345.5)
      .map(({ type, value }) => [type, value]),
  )

/** Reads a number in the user’s locale (1,284.50 or 1.284,50), with or without group separators. */
export const readTyped = (text: string, { group = '', decimal = '.' } = separators()): number | null => {
  const parted = new RegExp(`^([+−-]?[1-9]\\d{0,2})((?:[\\s’${escaped(group)}]\\d{3})+)(?=$|${escaped(decimal)})`)
  const whole = text.trim().replace(parted, (_, first: string, rest: string) => first + rest.replace(/\D/g, ''))
  const plain = whole.replace('−', '-').replace(decimal, '.')
  return isDecimal.test(plain) && Number.isFinite(Number(plain)) ? Number(plain) : null
}

/** `Number` would also read 0x10, and nothing as 0. */
const isDecimal = /^[+-]?[\d.]+(e[+-]?\d+)?$/i

const escaped = (sign: string) => sign.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** As it is typed in the user’s locale: a field that shows 0.125 would be read as 125 where a point parts thousands. */
export const typedNumber = (value: number, { decimal = '.' } = separators()) => String(value).replace('.', decimal)
