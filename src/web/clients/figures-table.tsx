import { type Figure, figures } from '../../contract/figures/client-figures'
import { figureLabels, healthBadge } from '../domain/client-health/labels'
import { Missing } from '../ui/format/format'
import { Glyph } from '../ui/icon/glyph'
import * as badges from '../ui/status-badge.module.css'
import * as styles from './clients.module.css'
import { useJudged } from './limits'
import { basisText, type Client, figureText, isFew } from './sentences'

/** Each figure with what it was worked out from, its percentile and its level. */
export const FiguresTable = ({ client }: { client: Client }) => (
  <table className={styles.figures}>
    <thead>
      <tr>
        <th scope="col">Figure</th>
        <th scope="col">Value</th>
        <th scope="col">Percentile</th>
      </tr>
    </thead>
    <tbody>
      {figures.map(
        (figure) =>
          client[figure] !== undefined && (
            <tr key={figure}>
              <th scope="row">
                {figureLabels[figure].label}
                <small>{basisText(client, figure)}</small>
              </th>
              <td data-few={isFew(figure, client) || undefined}>
                <Level client={client} figure={figure} />
                {figureText(client, figure) ?? <Missing />}
              </td>
              <td>{client.percentiles?.[figure] ?? <Missing />}</td>
            </tr>
          ),
      )}
    </tbody>
  </table>
)

/** The sign of a figure that gives a reason. */
const Level = ({ client, figure }: { client: Client; figure: Figure }) => {
  const reason = useJudged(client).reasons?.find((one) => one.figure === figure)
  if (!reason) return null
  const { tone, glyph, word } = healthBadge(reason.level)
  return (
    <span className={badges.badge} data-tone={tone}>
      <Glyph name={glyph} />
      <span className="visually-hidden">{word}: </span>
    </span>
  )
}
