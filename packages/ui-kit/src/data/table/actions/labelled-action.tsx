import { Button } from 'antd'
import type { MouseEvent } from 'react'
import type { RowAction } from './row-actions'

type Props = { action: RowAction; of: string; onClick: (event: MouseEvent) => void }

/** An action with its word, for the head of a page. */
export function LabelledAction({ action: { label, icon, danger, disabled, to, shortcut }, onClick }: Props) {
  return (
    <Button
      {...(to === undefined ? {} : { href: to })}
      {...{ icon, danger, disabled, onClick }}
      aria-keyshortcuts={shortcut}
    >
      {label}
    </Button>
  )
}
