import './select-cells.css'
import { Checkbox } from 'antd'
import { tableTexts } from './table-texts'
import type { Selection } from './use-selection'

/** How rows are chosen: in the number column, so that lists keep the columns that they have. */
export type Selecting<Row> = {
  selection: Selection<Row>
  rowKey: (row: Row) => string
  nameOf: (row: Row) => string
}

type RowProps<Row> = { selecting: Selecting<Row> | undefined; row: Row }

/** The checkbox of a row; nothing where rows cannot be selected. */
export function SelectRow<Row>({ selecting, row }: RowProps<Row>) {
  const text = tableTexts.useText()
  if (!selecting) return null
  const { selection, rowKey, nameOf } = selecting
  return (
    <Checkbox
      className="kit-select"
      checked={selection.keys.includes(rowKey(row))}
      aria-label={text('select', { name: nameOf(row) })}
      onChange={({ target }) => selection.choose([row], target.checked)}
    />
  )
}

type AllProps<Row> = { selecting: Selecting<Row> | undefined; rows: readonly Row[] }

/** Chooses the rows of this page, or gives them up; those of other pages stay as they are. */
export function SelectAll<Row>({ selecting, rows }: AllProps<Row>) {
  const text = tableTexts.useText()
  if (!selecting) return null
  const { selection, rowKey } = selecting
  const chosen = rows.filter(row => selection.keys.includes(rowKey(row))).length
  return (
    <Checkbox
      className="kit-select"
      checked={rows.length > 0 && chosen === rows.length}
      indeterminate={chosen > 0 && chosen < rows.length}
      disabled={rows.length === 0}
      aria-label={text('selectAll')}
      onChange={({ target }) => selection.choose(rows, target.checked)}
    />
  )
}
