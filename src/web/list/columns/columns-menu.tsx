import { Icon } from '../../ui/icon/icon'
import { type ColumnState, moveColumn, parseColumnState } from './column-state'
import { columnId } from './columns'
import type { Columns } from './use-columns'

const widths = [
  ['', 'Usual'],
  ['96', 'Narrow'],
  ['192', 'Middle'],
  ['320', 'Wide'],
]

const without = (list: string[], id: string) => list.filter((other) => other !== id)
const toggled = (list: string[], id: string) => (list.includes(id) ? without(list, id) : [...list, id])

/** Which columns there are, in which order, how wide, and which of them stay when the rest scrolls. */
export const ColumnsMenu = <Row extends object>({ columns: { all, columnState, set } }: { columns: Columns<Row> }) => {
  const change = (changes: Partial<ColumnState>) => set({ ...columnState, ...changes })
  const setWidth = (id: string, width: string) => {
    const { [id]: _, ...others } = columnState.widths
    change({ widths: width ? { ...others, [id]: Number(width) } : others })
  }
  const isChanged = JSON.stringify(columnState) !== JSON.stringify(parseColumnState(''))
  return (
    <div className="columns-menu">
      <ul>
        {all.slice(1).map((column) => {
          const id = columnId(column)
          const label = String(column.header)
          const pinned = columnState.pinned.includes(id)
          const width = columnState.widths[id]
          return (
            <li key={id}>
              <label className="tick">
                <input
                  type="checkbox"
                  className="check"
                  checked={!columnState.hidden.includes(id)}
                  onChange={() => change({ hidden: toggled(columnState.hidden, id) })}
                />
                {label}
              </label>
              <select
                className="select"
                aria-label={`Width of ${label}`}
                value={width ?? ''}
                onChange={(event) => setWidth(id, event.target.value)}
              >
                {widths.map(([value, word]) => (
                  <option key={value} value={value}>
                    {word}
                  </option>
                ))}
                {width !== undefined && !widths.some(([value]) => value === String(width)) && (
                  <option value={width}>{width} px</option>
                )}
              </select>
              <button
                type="button"
                className="icon-button"
                aria-pressed={pinned}
                title={pinned ? 'Let it scroll' : 'Keep it beside the name'}
                aria-label={`Pin ${label}`}
                onClick={() => change({ pinned: toggled(columnState.pinned, id) })}
              >
                <Icon name="pin" />
              </button>
              <button
                type="button"
                className="icon-button"
                title="Move up"
                aria-label={`Move ${label} up`}
                onClick={() => set(moveColumn(all, columnState, id, -1))}
              >
                <Icon name="chevron-up" />
              </button>
              <button
                type="button"
                className="icon-button"
                title="Move down"
                aria-label={`Move ${label} down`}
                onClick={() => set(moveColumn(all, columnState, id, 1))}
              >
                <Icon name="chevron-down" />
              </button>
            </li>
          )
        })}
      </ul>
      <button
        type="button"
        className="button"
        data-size="small"
        data-kind="bare"
        disabled={!isChanged}
        onClick={() => set(parseColumnState(''))}
      >
        <Icon name="undo-2" />
        As it was
      </button>
    </div>
  )
}
