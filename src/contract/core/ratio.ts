/** part ÷ whole to one decimal place, rounded half away from zero like the API: −1.25 becomes −1.3. Null without a whole. */
export const ratio = (part: number, whole: number) =>
  whole > 0 ? (Math.sign(part) * Math.round((10 * Math.abs(part)) / whole)) / 10 || 0 : null
