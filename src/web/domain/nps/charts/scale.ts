type Score = { nps: number; margin: number }

/**
 * Scale that includes zero and every score with its margin, within ±100 and at least 40 points high. `y` is percent
 * from the top; `lines` are three to six round values.
 */
export const scaleOf = (scores: Score[]) => {
  const low = Math.max(-100, Math.min(0, ...scores.map(({ nps, margin }) => nps - margin)))
  const high = Math.min(100, Math.max(0, ...scores.map(({ nps, margin }) => nps + margin)))
  const [from, to] = scores.length > 0 ? [low, high] : [-20, 20]
  const step = to - from > 100 ? 50 : to - from > 40 ? 20 : 10
  let bottom = Math.floor(from / step) * step
  let top = Math.ceil(to / step) * step
  while (top - bottom < 40) {
    if (top < 100) top += step
    if (top - bottom < 40 && bottom > -100) bottom -= step
  }
  const lines = Array.from({ length: (top - bottom) / step + 1 }, (_, index) => bottom + index * step)
  const y = (value: number) =>
    Math.round((10_000 * (top - Math.min(top, Math.max(bottom, value)))) / (top - bottom)) / 100
  return { y, lines }
}
