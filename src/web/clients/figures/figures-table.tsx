import { type Figure, figures } from '../../../contract/figures/client-figures'
import { figureLabels } from '../../domain/client-health/labels'
import { ordinal } from '../../lib/text/ordinal'
import { Missing } from '../../ui/format/format'
import { tip } from '../../ui/overlay/tip'
import * as styles from '../clients.module.css'
import { LevelSign } from './level-sign'
import { useJudged } from './limits'
import { basisText, type Client, figureText, isFew, percentileText } from './sentences'

/** Each figure with what it was worked out from, its percentile and its level. */
export const FiguresTable = ({ client }: { client: Client }) => (
  <table className={styles.figures} aria-label="Figures">
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
              <td>
                <Percentile value={client.percentiles?.[figure]} />
              </td>
            </tr>
          ),
      )}
    </tbody>
  </table>
)

const Level = ({ client, figure }: { client: Client; figure: Figure }) => (
  <LevelSign client={useJudged(client)} figure={figure} />
)

const Percentile = ({ value }: { value: number | null | undefined }) =>
  typeof value === 'number' ? <span {...tip(percentileText(value))}>{ordinal(value)}</span> : <Missing />
