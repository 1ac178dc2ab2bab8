import { Button, IconButton } from '../../ui/button'
import * as fields from '../../ui/input/fields.module.css'
import { Tick } from '../../ui/input/tick'
import type { ColumnState } from './column-state'
import type { Table } from './columns'
import * as styles from './columns-menu.module.css'
import { moveColumn } from './move-column'

const widths = [
  ['', 'Default'],
  ['96', 'Narrow'],
  ['192', 'Medium'],
  ['320', 'Wide'],
]

type Props<Row extends object> = {
  table: Table<Row>
  /** Ahead of the table's own, which is deferred with its rows. */
  state: ColumnState
  isDefault: boolean
  reset: () => void
}

/** The next one shown: where rows are cards, only the columns on them are. */
const neighbour = (button: HTMLElement, step: 1 | -1) => {
  let item: Element | null | undefined = button.closest('li')
  do item = step < 0 ? item?.previousElementSibling : item?.nextElementSibling
  while (item && !item.checkVisibility())
  return item?.getAttribute('data-id') ?? ''
}

/** Column visibility, order, width and pinning. */
export const ColumnsMenu = <Row extends object>({ table, state, isDefault, reset }: Props<Row>) => {
  const pinned = table.getStartLeafColumns()
  const others = table.getCenterLeafColumns()
  return (
    <div className={styles.menu}>
      <ul>
        {[...pinned.slice(1), ...others].map((column) => {
          const { id } = column
          const label = String(column.columnDef.header)
          const isPinned = column.getIsPinned() !== false
          const width = state.columnSizing[id]
          return (
            <li key={id} data-id={id} data-card={column.columnDef.meta?.card}>
              <Tick checked={state.columnVisibility[id] !== false} onChange={column.getToggleVisibilityHandler()}>
                {label}
              </Tick>
              <select
                className={fields.select}
                aria-label={`Width of ${label}`}
                value={width ?? ''}
                onChange={({ target: { value } }) =>
                  value ? table.setColumnSizing((widths) => ({ ...widths, [id]: Number(value) })) : column.resetSize()
                }
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
              <IconButton
                icon="pin"
                label={`Pin ${label}`}
                tip={isPinned ? 'Unpin' : 'Pin next to the name'}
                aria-pressed={isPinned}
                onClick={() => column.pin(isPinned ? false : 'start')}
              />
              <IconButton
                icon="chevron-up"
                label={`Move ${label} up`}
                tip="Move up"
                onClick={({ currentTarget }) => moveColumn(table, id, neighbour(currentTarget, -1))}
              />
              <IconButton
                icon="chevron-down"
                label={`Move ${label} down`}
                tip="Move down"
                onClick={({ currentTarget }) => moveColumn(table, id, neighbour(currentTarget, 1))}
              />
            </li>
          )
        })}
      </ul>
      {pinned.length > 1 && (
        <p className={styles.note}>Pinned columns stay in view as long as the others have room to scroll.</p>
      )}
      <Button icon="undo-2" small kind="bare" aria-disabled={isDefault} onClick={() => isDefault || reset()}>
        Reset
      </Button>
    </div>
  )
}
