import { isMissing } from '../kit/api'
import { formatNumber } from '../kit/format'
import { Part } from '../kit/page-part'
import { Section } from '../kit/record/parts'
import { Glyph } from '../kit/ui/glyph'
import { useWarrantyTotals } from '../kit/warranty-totals'

/** Warranties that ended, and that end soon; each number leads to its list. */
export const Warranties = () => {
  const { isOffered, ...totals } = useWarrantyTotals()
  if (!isOffered || isMissing(totals.error)) return null
  return (
    <Section
      title="Warranties"
      more={
        <span className="more">
          <a href="/devices">All devices</a>
        </span>
      }
    >
      <Part read={totals} lines={3}>
        {(looks) => (
          <ul className="lines">
            {looks.map(({ tone, glyph, words, count, address }) => (
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
        )}
      </Part>
    </Section>
  )
}
