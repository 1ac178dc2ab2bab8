import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaleOf } from './scale'

describe('the scale of a chart of scores', () => {
  it.each([
    [[{ nps: 38, margin: 8 }], [0, 20, 40, 60]],
    [[{ nps: 100, margin: 0 }], [0, 20, 40, 60, 80, 100]],
    [[{ nps: -100, margin: 0 }], [-100, -80, -60, -40, -20, 0]],
    [
      [
        { nps: -50, margin: 60 },
        { nps: 70, margin: 10 },
      ],
      [-100, -50, 0, 50, 100],
    ],
    [[], [-20, -10, 0, 10, 20]],
  ])('of %j has the lines %j', (scores, lines) => {
    expect(scaleOf(scores).lines).toEqual(lines)
  })

  it('holds every score, ends on lines, and stays within what a score can be', () => {
    const score = fc.record({ nps: fc.integer({ min: -100, max: 100 }), margin: fc.integer({ min: 0, max: 196 }) })
    fc.assert(
      fc.property(fc.array(score, { minLength: 1, maxLength: 12 }), (scores) => {
        const { y, lines } = scaleOf(scores)
        const [bottom, top] = [lines[0] ?? 0, lines.at(-1) ?? 0]
        expect(top - bottom).toBeGreaterThanOrEqual(40)
        expect(bottom).toBeGreaterThanOrEqual(-100)
        expect(top).toBeLessThanOrEqual(100)
        expect(lines.length).toBeLessThanOrEqual(11)
        expect(lines).toContain(0)
        for (const { nps } of scores) expect(nps >= bottom && nps <= top).toBe(true)
        expect([y(top), y(bottom)]).toEqual([0, 100])
      }),
      { seed: 3 },
    )
  })
})
