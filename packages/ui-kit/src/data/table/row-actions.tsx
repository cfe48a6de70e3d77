import './row-actions.css'
import { usePageRouter } from '@cascade/web-kit'
import { Button, Dropdown, type DropdownProps, Tooltip } from 'antd'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { MoreIcon } from '../../icons/data-icons'
import { useNarrow } from '../../layout/use-narrow'
import { tableTexts } from './table-texts'

export type RowAction = {
  key: string
  label: string
  icon: ReactNode
  /** An address relative to the list, or what to do. */
  to?: string
  /** What the history remembers with `to`, e.g. that it opens over this page; not on a phone. */
  state?: object
  /** Takes the place of the present entry of the history. */
  replace?: boolean
  onClick?: () => void
  /** A small letter that takes the action while the focus is in its row. */
  shortcut?: string
  danger?: boolean
  disabled?: boolean
  /** Behind a menu, apart from what is harmless. */
  apart?: boolean
}

type Props = {
  actions: readonly RowAction[]
  /** Names the row for screen readers. */
  of: string
  /** With their words, for the head of a page. */
  labelled?: boolean
}

/** Actions of a row: links and buttons with icons, the others behind a menu; on a phone all of them. */
export function RowActions({ actions, of, labelled = false }: Props) {
  const narrow = useNarrow(900)
  const run = useRun()
  if (narrow && actions.length > 1) return <ActionMenu actions={actions} of={of} onRun={run} />
  const apart = actions.filter(action => action.apart)
  return (
    <span className="kit-row-actions" data-labelled={labelled || undefined}>
      {actions
        .filter(action => !action.apart)
        .map(action => (
          <Tooltip key={action.key} title={labelled ? undefined : action.label} mouseEnterDelay={0.4}>
            <ActionButton action={action} of={of} labelled={labelled} onRun={() => run(action)} />
          </Tooltip>
        ))}
      {apart.length > 0 && <ActionMenu actions={apart} of={of} onRun={run} />}
    </span>
  )
}

function useRun() {
  const navigate = useNavigate()
  const router = usePageRouter()
  const phone = useNarrow(600)
  return ({ to, state, replace = false, onClick }: RowAction) => {
    if (to === undefined) return onClick?.()
    if (state === undefined || phone) return void navigate(to)
    // The list that stays in view below keeps its page, search and filters: they are in the address.
    const { search } = router.state.location
    void navigate({ pathname: to, search }, { state, replace, preventScrollReset: true })
  }
}

type ButtonProps = { action: RowAction; of: string; labelled: boolean; onRun: () => void }

/** A link where it leads somewhere, so that Ctrl and the middle button open it in a tab of its own. */
function ActionButton({ action, of, labelled, onRun, ...rest }: ButtonProps) {
  const { label, icon, danger, disabled, to, shortcut } = action
  const onClick = (event: MouseEvent) => {
    if (to !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey)) return
    event.preventDefault()
    onRun()
  }
  return (
    <Button
      {...rest}
      {...(to === undefined ? {} : { href: to })}
      {...(labelled ? {} : ({ type: 'text', size: 'small', 'aria-label': `${label} ${of}` } as const))}
      icon={icon}
      danger={danger}
      disabled={disabled}
      aria-keyshortcuts={shortcut}
      onClick={onClick}
    >
      {labelled ? label : undefined}
    </Button>
  )
}

type DropdownMenu = NonNullable<DropdownProps['menu']>
type MenuProps = { actions: readonly RowAction[]; of: string; onRun: (action: RowAction) => void }

function ActionMenu({ actions, of, onRun }: MenuProps) {
  const text = tableTexts.useText()
  const button = useRef<HTMLButtonElement>(null)
  const items = actions.map(({ key, label, icon, danger, disabled }) => ({ key, label, icon, danger, disabled }))
  const onClick: NonNullable<DropdownMenu['onClick']> = ({ key, domEvent }) => {
    const action = actions.find(each => each.key === key)
    // The Enter that chose must not also press the button of the dialog that opens.
    domEvent.preventDefault()
    // The menu goes; a dialog that opens now gives the focus back to what is still there.
    button.current?.focus()
    if (action) onRun(action)
  }
  return (
    <Dropdown autoFocus trigger={['click']} menu={{ items, onClick }}>
      <Button ref={button} type="text" size="small" icon={<MoreIcon />} aria-label={`${text('more')}: ${of}`} />
    </Dropdown>
  )
}
