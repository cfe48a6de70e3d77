import './select-cells.css'
import { type Selection, useChosen } from '../selection/selection'
import { tableTexts } from '../table-texts'

/** How rows are chosen: in the number column, so that lists keep the columns that they have. */
export type Selecting<Row> = {
  selection: Selection<Row>
  rowKey: (row: Row) => string
  nameOf: (row: Row) => string
}

/** The checkbox of a row. */
export function SelectRow<Row>({ selecting, row }: { selecting: Selecting<Row>; row: Row }) {
  const text = tableTexts.useText()
  const { selection, rowKey, nameOf } = selecting
  const checked = useChosen(selection, chosen => chosen.has(rowKey(row)))
  return (
    <input
      type="checkbox"
      className="kit-select"
      checked={checked}
      aria-label={text('select', { name: nameOf(row) })}
      onChange={({ target }) => selection.choose([row], target.checked)}
    />
  )
}

/** Chooses the rows of this page, or gives them up; those of other pages stay as they are. */
export function SelectAll<Row>({ selecting, rows }: { selecting: Selecting<Row>; rows: readonly Row[] }) {
  const text = tableTexts.useText()
  const { selection, rowKey } = selecting
  const count = useChosen(selection, chosen => rows.filter(row => chosen.has(rowKey(row))).length)
  const isPart = count > 0 && count < rows.length
  return (
    <input
      type="checkbox"
      className="kit-select"
      ref={box => {
        if (box) box.indeterminate = isPart
      }}
      checked={rows.length > 0 && count === rows.length}
      disabled={rows.length === 0}
      aria-label={text('selectAll')}
      onChange={({ target }) => selection.choose(rows, target.checked)}
    />
  )
}
