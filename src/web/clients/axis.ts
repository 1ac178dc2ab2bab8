/** An axis from one round value to another, with round values between: `position` is in percent of its length. */
export type Axis = { ticks: number[]; position: (value: number) => number }

/**
 * Steps of 1, 2 or 5 times a power of ten, about five of them (Heckbert, "Nice Numbers for Graph Labels", Graphics Gems, 1990).
 * Zero is always on it. Equal values get an axis too, and whole ones no parts of one.
 */
export const axisOf = (values: readonly number[]): Axis => {
  const low = values.reduce((least, value) => Math.min(least, value), 0)
  const high = values.reduce((most, value) => Math.max(most, value), 0)
  const rough = (high - low || 1) / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const usual = power * (rough / power <= 1 ? 1 : rough / power <= 2 ? 2 : rough / power <= 5 ? 5 : 10)
  const step = values.every(Number.isInteger) ? Math.max(usual, 1) : usual
  const first = Math.floor(low / step)
  const last = low === high ? 5 : Math.ceil(high / step)
  // Rounded, because 3 × 0.1 is not 0.3.
  const at = (index: number) => Number((index * step).toPrecision(12))
  return {
    ticks: Array.from({ length: last - first + 1 }, (_, index) => at(first + index)),
    position: (value) => (100 * (value - at(first))) / (at(last) - at(first)),
  }
}
