import { CopyButton } from '../copy-button'
import * as styles from './chart-table.module.css'

type Props = { caption: string; head: string[]; rows: string[][] }

/** Chart data as a table, for screen readers and copying. */
export const ChartTable = ({ caption, head, rows }: Props) => (
  <details className={styles.chartTable}>
    <summary>As a table</summary>
    <div>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {head.map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <CopyButton small text={() => [head, ...rows].map((row) => row.join('\t')).join('\n')}>
        Copy table
      </CopyButton>
    </div>
  </details>
)
