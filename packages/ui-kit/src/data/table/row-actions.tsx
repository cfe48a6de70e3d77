import './table.css'
import type { AnyEndpoint } from '@cascade/contracts'
import { useCallFilter, useListLocation, usePageRouter } from '@cascade/web-kit'
import { Button, Dropdown, type DropdownProps } from 'antd'
import { type MouseEvent, type ReactNode, use, useRef, useState } from 'react'
import { MoreIcon } from '../../icons/data-icons'
import { useNarrow } from '../../layout/use-narrow'
import { InSheet } from '../phone/sheet'
import { tableTexts } from './table-texts'

export type RowAction = {
  key: string
  label: string
  icon: ReactNode
  /** An address, see `useAddress`; or use `onClick`. */
  to?: string
  /** History state for `to`, e.g. to open it over this page; not on a phone. */
  state?: object
  replace?: boolean
  onClick?: () => void
  /** The call that the action leads to; the action is left out for a user who may not make it. */
  call?: AnyEndpoint
  /** Lower-case letter that triggers the action while the focus is in its row. */
  shortcut?: string
  danger?: boolean
  disabled?: boolean
  /** In a menu, away from harmless actions. */
  inMenu?: boolean
}

type Props = {
  actions: readonly RowAction[]
  of: string
  labelled?: boolean
}

/** Actions of a row: icons, and a menu for those set apart; on a narrow screen one menu. */
export function RowActions({ of, labelled = false, ...props }: Props) {
  const mayCall = useCallFilter()
  const actions = props.actions.filter(({ call }) => !call || mayCall(call))
  const narrow = useNarrow(900)
  const run = useActionRunner()
  const close = use(InSheet)
  if (close) return <SheetActions actions={actions} onRun={run} onClose={close} />
  if (narrow && actions.length > 1) return <ActionMenu actions={actions} of={of} onRun={run} />
  const inMenu = actions.filter(action => action.inMenu)
  const Action = labelled ? LabelledAction : IconAction
  return (
    <span className="kit-row-actions" data-labelled={labelled || undefined}>
      {actions
        .filter(action => !action.inMenu)
        .map(action => (
          <Action key={action.key} action={action} of={of} onClick={event => handleClick(event, action, run)} />
        ))}
      {inMenu.length > 0 && <ActionMenu actions={inMenu} of={of} onRun={run} />}
    </span>
  )
}

function useActionRunner() {
  // Not `useNavigate`: it would re-render the actions of all rows on every keystroke of a search.
  const router = usePageRouter()
  const getLocation = useListLocation()
  const phone = useNarrow(600)
  return ({ to, state, replace = false, onClick }: RowAction) => {
    if (to === undefined) return onClick?.()
    if (state === undefined || phone) return void router.navigate(to)
    // The list below the overlay keeps its page, search and filters.
    void router.navigate(to, { state: { ...state, from: getLocation() }, replace, preventScrollReset: true })
  }
}

/** Ctrl, Cmd or Shift open a link in a new tab or window. */
function handleClick(event: MouseEvent, action: RowAction, run: (action: RowAction) => void) {
  if (action.to !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey)) return
  event.preventDefault()
  run(action)
}

type ActionProps = { action: RowAction; of: string; onClick: (event: MouseEvent) => void }

/** Plain elements, as a page of rows has thousands of them. `RowTips` shows their labels. */
function IconAction({ action: { label, icon, danger, disabled, to, shortcut }, of, onClick }: ActionProps) {
  const common = {
    className: 'kit-action',
    'aria-label': `${label} ${of}`,
    'aria-keyshortcuts': shortcut,
    'data-tip': label,
    'data-danger': danger || undefined,
    onClick,
  }
  if (to !== undefined && !disabled) {
    return (
      <a {...common} href={to}>
        {icon}
      </a>
    )
  }
  return (
    <button {...common} type="button" disabled={disabled}>
      {icon}
    </button>
  )
}

function LabelledAction({ action: { label, icon, danger, disabled, to, shortcut }, onClick }: ActionProps) {
  return (
    <Button
      {...(to === undefined ? {} : { href: to })}
      icon={icon}
      danger={danger}
      disabled={disabled}
      onClick={onClick}
      aria-keyshortcuts={shortcut}
    >
      {label}
    </Button>
  )
}

type SheetProps = Pick<MenuProps, 'actions' | 'onRun'> & { onClose: () => void }

function SheetActions({ actions, onRun, onClose }: SheetProps) {
  const groups = [actions.filter(action => !action.inMenu), actions.filter(action => action.inMenu)]
  return groups.map(
    group =>
      group.length > 0 && (
        <div key={group[0]?.key} className="kit-sheet-actions">
          {group.map(action => (
            <button
              key={action.key}
              type="button"
              className="kit-sheet-action"
              data-apart={action.inMenu}
              data-danger={action.danger || undefined}
              disabled={action.disabled}
              onClick={() => {
                // Close first: a dialog that opens now then returns the focus to the row.
                onClose()
                onRun(action)
              }}
            >
              {action.icon}
              <span>{action.label}</span>
            </button>
          ))}
        </div>
      ),
  )
}

type DropdownMenu = NonNullable<DropdownProps['menu']>
type MenuProps = { actions: readonly RowAction[]; of: string; onRun: (action: RowAction) => void }

function ActionMenu({ actions, of, onRun }: MenuProps) {
  const text = tableTexts.useText()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  /** A press on the button closes the menu before the click event. */
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

type OpenProps = Pick<MenuProps, 'actions' | 'onRun'> & { onClose: () => void }

function OpenMenu({ actions, onRun, onClose }: OpenProps) {
  const items = actions.map(({ key, label, icon, danger, disabled }) => ({ key, label, icon, danger, disabled }))
  const onClick: NonNullable<DropdownMenu['onClick']> = ({ key, domEvent }) => {
    const action = actions.find(each => each.key === key)
    // Enter must not also press the button of the dialog that opens.
    domEvent.preventDefault()
    // Close first: a dialog that opens now then returns the focus to an element that still exists.
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
