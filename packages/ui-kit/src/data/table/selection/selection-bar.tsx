import './selection-bar.css'
import { Button, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { tableTexts } from '../table-texts'
import { type Selection, useChosen } from './selection'

type Props<Row> = {
  selection: Selection<Row>
  /** Buttons for the selected rows. */
  children: (rows: readonly Row[], clear: () => void) => ReactNode
}

/** What can be done with the rows that are selected; nothing while there are none. */
export function SelectionBar<Row>({ selection, children }: Props<Row>) {
  const text = tableTexts.useText()
  const chosen = useChosen(selection, all => all)
  if (chosen.size === 0) return null
  return (
    <div className="kit-selection" role="status">
      <strong>{text('selected', { count: chosen.size })}</strong>
      <ConfigProvider componentSize="small">{children([...chosen.values()], selection.clear)}</ConfigProvider>
      <Button type="link" size="small" onClick={selection.clear}>
        {text('clearSelection')}
      </Button>
    </div>
  )
}
