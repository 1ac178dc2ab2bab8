/** Exact fraction in lowest terms with a positive denominator. */
export type Exact = { n: bigint; d: bigint }

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b))

const reduced = (n: bigint, d: bigint): Exact => {
  const common = divisor(n < 0n ? -n : n, d) || 1n
  return { n: n / common, d: d / common }
}

/** Parses decimal digits exactly, so 0.1 is a tenth. Non-finite numbers are 0. */
export const exactly = (value: number | null | undefined): Exact => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return zero
  const [digits = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = digits.split('.')
  const places = fraction.length - Number(exponent)
  const all = BigInt(whole + fraction)
  return places >= 0 ? reduced(all, 10n ** BigInt(places)) : { n: all * 10n ** BigInt(-places), d: 1n }
}

export const zero: Exact = { n: 0n, d: 1n }
export const one: Exact = { n: 1n, d: 1n }

export const plus = (a: Exact, b: Exact) => reduced(a.n * b.d + b.n * a.d, a.d * b.d)
export const minus = (a: Exact, b: Exact) => reduced(a.n * b.d - b.n * a.d, a.d * b.d)
export const times = (a: Exact, b: Exact) => reduced(a.n * b.n, a.d * b.d)
/** Null when dividing by zero. */
export const over = (a: Exact, b: Exact): Exact | null => {
  if (b.n === 0n) return null
  return b.n < 0n ? reduced(-a.n * b.d, -b.n * a.d) : reduced(a.n * b.d, b.n * a.d)
}
export const isSame = (a: Exact, b: Exact) => a.n === b.n && a.d === b.d
export const total = (all: Exact[]) => all.reduce(plus, zero)

/** Rounds to decimal places, half away from zero. */
const unitsOf = ({ n, d }: Exact, places: number): bigint => {
  const scaled = (n < 0n ? -n : n) * 10n ** BigInt(places)
  const units = (2n * scaled + d) / (2n * d)
  return n < 0n ? -units : units
}

const fromUnits = (units: bigint, places: number) => Number(`${units}e-${places}`) || 0

export const rounded = (value: Exact, places: number): number => fromUnits(unitsOf(value, places), places)

/** The exact sum of decimal numbers, so that 0.1 and 0.2 are 0.3. */
export const sumOf = (values: number[]): number => {
  const sum = total(values.map(exactly))
  // A divisor of twos and fives has no more decimal places than it has binary ones.
  return rounded(sum, sum.d.toString(2).length)
}

/** Rounds amounts so that they add up to their rounded total, or to one given that is near it (largest remainder method). */
export const roundedTogether = (amounts: Exact[], places: number, sum = rounded(total(amounts), places)): number[] => {
  const unit = 10n ** BigInt(places)
  const floors = amounts.map(({ n, d }) => {
    const scaled = n * unit
    const floor = scaled / d - (scaled % d < 0n ? 1n : 0n)
    return { floor, rest: minus({ n: scaled, d }, { n: floor, d: 1n }) }
  })
  const left = Number(unitsOf(exactly(sum), places) - floors.reduce((all, { floor }) => all + floor, 0n))
  const order = floors.map((_, index) => index)
  order.sort((a, b) => {
    const difference = minus(floors[b]?.rest ?? zero, floors[a]?.rest ?? zero)
    return difference.n > 0n ? 1 : difference.n < 0n ? -1 : a - b
  })
  const moved = new Map(order.map((index, at) => [index, at < left ? 1n : at >= order.length + left ? -1n : 0n]))
  return floors.map(({ floor }, index) => fromUnits(floor + (moved.get(index) ?? 0n), places))
}
