import type { Block, BriefBrand, BriefDocument, Point } from '../../../contract/core/brief-document'
import * as pulse from '../../domain/nps/charts/pulse.module.css'
import { TrendPlot } from '../../domain/nps/charts/trend-plot'
import { PageHeading } from '../../ui/page/page'
import * as styles from './brief.module.css'

/** A client brief as a page, on screen as on paper. */
export const Brief = ({ brief: { locale, brand, title, client, date, sections } }: { brief: BriefDocument }) => (
  <article className={styles.brief} lang={locale} style={{ '--brand': brand.colour }}>
    <header>
      <BriefBrandMark brand={brand} />
      <p>
        <span>{title}</span> <time>{date}</time>
      </p>
      <PageHeading>{client || title}</PageHeading>
    </header>
    {sections.map((section) => (
      <section key={section.name} data-section={section.name}>
        <h2>{section.title}</h2>
        {section.blocks.map((block, at) => {
          const before = section.blocks[at - 1]
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a section never change places
          return <BriefBlock key={at} block={block} under={before?.kind === 'chart' ? before.title : ''} />
        })}
      </section>
    ))}
    {brand.footer && <footer>{brand.footer}</footer>}
  </article>
)

/** The logo, or the name where there is none. */
export const BriefBrandMark = ({ brand: { logo, name } }: { brand: BriefBrand }) =>
  logo ? (
    <img className={styles.logo} src={logo} alt={name || 'Logo'} />
  ) : (
    name && <p className={styles.brandName}>{name}</p>
  )

/** `under` is the title of the chart right above, which a table of the same numbers need not repeat. */
export const BriefBlock = ({ block, under }: { block: Block; under: string }) => {
  if (block.kind === 'paragraph') return <p>{block.text}</p>
  if (block.kind === 'quotation')
    return (
      <figure className={styles.quotation}>
        <blockquote>{block.text}</blockquote>
        <figcaption>{block.source}</figcaption>
      </figure>
    )
  if (block.kind === 'figure')
    return (
      <div className={styles.figure}>
        <b>{block.value}</b>
        <div>
          <p>{block.label}</p>
          {block.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      </div>
    )
  if (block.kind === 'chart')
    return (
      <figure className={styles.chart}>
        <figcaption>
          <span aria-hidden="true">{block.title}</span>
          <span className="visually-hidden">{block.alternative}</span>
        </figcaption>
        {block.form === 'trend' ? (
          <div className={pulse.trend}>
            <TrendPlot points={block.points.map(scored)} />
          </div>
        ) : (
          <Bars points={block.points} isWhole={block.form === 'shares'} />
        )}
      </figure>
    )
  return (
    <table className={styles.table}>
      <caption className={block.caption === under ? 'visually-hidden' : undefined}>{block.caption}</caption>
      <thead>
        <tr>
          {block.columns.map(({ title, isNumber }) => (
            <th key={title} scope="col" data-number={isNumber}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two devices may have the same name
          <tr key={at}>
            {row.map((cell, column) => {
              const { title, isNumber } = block.columns[column] ?? {}
              return column === 0 ? (
                <th key={title} scope="row">
                  {cell}
                </th>
              ) : (
                <td key={title} data-number={isNumber}>
                  {cell}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const scored = ({ label, note, value, title = label, isFaint }: Point) => ({
  name: label,
  note,
  title,
  isFew: isFaint ?? false,
  score: value === null ? null : { nps: value, margin: 0 },
})

/** A whole is as long as its parts together; otherwise the longest bar fills the line. */
const Bars = ({ points, isWhole }: { points: Point[]; isWhole: boolean }) => {
  const values = points.map(({ value }) => value ?? 0)
  const most = (isWhole ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values)) || 1
  return (
    <div className={styles.bars} aria-hidden="true">
      {points.map(({ label, value, text }) => (
        <div key={label}>
          <span>{label}</span>
          <i>
            <i style={{ '--n': (value ?? 0) / most }} />
          </i>
          <b>{text}</b>
        </div>
      ))}
    </div>
  )
}
