import { Dropdown, type DropdownProps } from 'antd'
import { useRef, useState } from 'react'
import { MoreIcon } from '../../../icons/data-icons'
import { tableTexts } from '../table-texts'
import type { RowAction } from './row-actions'

type DropdownMenu = NonNullable<DropdownProps['menu']>
type Props = { actions: readonly RowAction[]; of: string; onRun: (action: RowAction) => void }

/** A plain button in each row; the menu is there while it is open. */
export function ActionMenu({ actions, of, onRun }: Props) {
  const text = tableTexts.useText()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  /** A press on the button closes the menu before the click arrives. */
  const wasOpen = useRef(false)
  return (
    <span className="kit-action-menu">
      <button
        ref={button}
        type="button"
        className="kit-action"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={`${text('more')}: ${of}`}
        onPointerDown={() => {
          wasOpen.current = open
        }}
        onClick={() => {
          setOpen(!wasOpen.current)
          wasOpen.current = false
        }}
      >
        <MoreIcon />
      </button>
      {open && (
        <OpenMenu
          actions={actions}
          onRun={onRun}
          onClose={() => {
            setOpen(false)
            button.current?.focus()
          }}
        />
      )}
    </span>
  )
}

type OpenProps = Pick<Props, 'actions' | 'onRun'> & { onClose: () => void }

function OpenMenu({ actions, onRun, onClose }: OpenProps) {
  const items = actions.map(({ key, label, icon, danger, disabled }) => ({ key, label, icon, danger, disabled }))
  const onClick: NonNullable<DropdownMenu['onClick']> = ({ key, domEvent }) => {
    const action = actions.find(each => each.key === key)
    // The Enter that chose must not also press the button of the dialog that opens.
    domEvent.preventDefault()
    // First the menu goes; a dialog that opens now gives the focus back to what is still there.
    onClose()
    if (action) onRun(action)
  }
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      menu={{ items, onClick }}
      onOpenChange={next => {
        if (!next) onClose()
      }}
    >
      <span className="kit-menu-anchor" />
    </Dropdown>
  )
}
