import { useWarrantyTotals } from '../domain/warranty/warranty-totals'
import { isMissing } from '../lib/api/api-error'
import { formatNumber } from '../ui/format/format'
import { Glyph } from '../ui/icon/glyph'
import { Link } from '../ui/link'
import { Section } from '../ui/page/section'
import { AsyncSection } from '../ui/states/async-section'
import * as badges from '../ui/status-badge.module.css'
import * as typography from '../ui/typography.module.css'
import * as styles from './today.module.css'

/** Expired and expiring warranties; each number links to its list. */
export const Warranties = () => {
  const { isOffered, ...totals } = useWarrantyTotals()
  if (!isOffered || isMissing(totals.error)) return null
  return (
    <Section
      title="Warranties"
      more={
        <span className={typography.more}>
          <Link href="/devices">All devices</Link>
        </span>
      }
    >
      <AsyncSection read={totals} lines={1}>
        {(ending) => (
          <ul className={styles.parts}>
            {ending.map(({ tone, glyph, words, count, address }) => (
              <li key={words} className={badges.badge} data-tone={tone}>
                <Glyph name={glyph} />
                <Link href={address}>
                  {formatNumber(count)} {words}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </AsyncSection>
    </Section>
  )
}
