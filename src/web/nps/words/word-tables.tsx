import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Comparison, differenceOf, sharesOf, type TermKind } from '../../../contract/figures/words'
import { CsvButton } from '../../list/export/csv-button'
import { FigureTable } from '../../ui/figures/figure-table'
import { formatNumber, plural } from '../../ui/format/format'
import { formatPercentTenths } from '../../ui/format/percent'
import * as layout from '../../ui/layout.module.css'
import { Link } from '../../ui/link'
import { Section } from '../../ui/page/section'
import * as typography from '../../ui/typography.module.css'
import { type Chosen, chosenIn, withoutChosen } from './address'

type SaidProps = { words: Comparison; tags: Comparison; isPart: boolean; children: ReactNode }

/** What each group says more than the other, and below it the quotations of what is chosen. */
export const Said = ({ words, tags, isPart, children }: SaidProps) => {
  const [search] = useSearchParams()
  const chosen = chosenIn(search)
  const hrefOf = (kind: TermKind, word: string) => {
    const next = withoutChosen(search)
    next.set(kind, word)
    return `?${next}#said`
  }
  if (!isPart && words.n.promoters + words.n.detractors + tags.n.promoters + tags.n.detractors === 0)
    return <p className={typography.dim}>No promoter or detractor wrote a comment in this period.</p>
  return (
    <>
      <div className={layout.columns} style={{ '--aside': '50%' }}>
        <div>
          <Words title="Promoters’ words" kind="word" side="promoters" {...{ comparison: words, hrefOf, chosen }} />
          <Words title="Promoters’ tags" kind="tag" side="promoters" {...{ comparison: tags, hrefOf, chosen }} />
        </div>
        <div>
          <Words title="Detractors’ words" kind="word" side="detractors" {...{ comparison: words, hrefOf, chosen }} />
          <Words title="Detractors’ tags" kind="tag" side="detractors" {...{ comparison: tags, hrefOf, chosen }} />
        </div>
      </div>
      {children}
    </>
  )
}

type WordsProps = {
  title: string
  kind: TermKind
  side: 'promoters' | 'detractors'
  comparison: Comparison
  hrefOf: (kind: TermKind, word: string) => string
  chosen: Chosen | null
}

const Words = ({ title, kind, side, comparison: { n, ofPromoters, ofDetractors }, hrefOf, chosen }: WordsProps) => {
  const uses = side === 'promoters' ? ofPromoters : ofDetractors
  const counted = kind === 'word' ? 'a comment' : 'a comment or tag'
  return (
    <Section
      title={title}
      total={`${plural(n.promoters, 'promoter', 'promoters')} and ${plural(n.detractors, 'detractor', 'detractors')} with ${counted}`}
      more={
        uses.length > 0 && (
          <span className={layout.actions}>
            <CsvButton
              title={title}
              table={() => ({
                columns: [
                  { header: kind === 'word' ? 'Word' : 'Tag', kind: 'text' },
                  ...[
                    ...['Promoters', `Promoters with ${counted}`, 'Detractors', `Detractors with ${counted}`],
                    'Difference in points',
                  ].map((header) => ({ header, kind: 'number' as const })),
                ],
                rows: uses.map((use) => [
                  ...[use.word, use.promoters, n.promoters, use.detractors, n.detractors],
                  Math.round(10 * differenceOf(use, n)) / 10,
                ]),
              })}
            />
          </span>
        )
      }
    >
      {uses.length === 0 ? (
        <p className={typography.dim}>
          No {kind} is significantly more common among {side}.
        </p>
      ) : (
        <FigureTable
          caption={title}
          head={[kind === 'word' ? 'Word' : 'Tag', 'Promoters', 'Detractors']}
          rows={uses.map(({ word, promoters, detractors }) => ({
            key: word,
            isCurrent: chosen?.kind === kind && chosen.word === word,
            name: <Link href={hrefOf(kind, word)}>{word}</Link>,
            cells: [
              countText(promoters, sharesOf({ promoters, detractors }, n).promoters),
              countText(detractors, sharesOf({ promoters, detractors }, n).detractors),
            ],
          }))}
        />
      )}
    </Section>
  )
}

const countText = (count: number, share: number) =>
  count === 0 ? '0' : `${formatNumber(count)} · ${formatPercentTenths(share)}`
