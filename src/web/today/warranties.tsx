import { isMissing } from '../kit/api'
import { formatNumber } from '../kit/format'
import { Reading, Section } from '../kit/record/parts'
import { Glyph } from '../kit/ui/glyph'
import { useWarrantyTotals } from '../kit/warranty-totals'

/** Warranties that ended, and that end soon; each number leads to its list. */
export const Warranties = () => {
  const { totals, error, isOffered } = useWarrantyTotals()
  if (!isOffered || isMissing(error)) return null
  return (
    <Section
      title="Warranties"
      more={
        <span className="more">
          <a href="/devices">All devices</a>
        </span>
      }
    >
      {totals ? (
        <ul className="lines">
          {totals.map(({ tone, glyph, words, count, address }) => (
            <li key={words} data-tone={tone}>
              <Glyph name={glyph} />
              <span>
                <a href={address}>
                  {formatNumber(count)} {words}
                </a>
              </span>
            </li>
          ))}
        </ul>
      ) : error ? (
        <p className="dim">{error.message}</p>
      ) : (
        <Reading lines={3} />
      )}
    </Section>
  )
}
