import './row-actions.css'
import { useListPlace } from '@cascade/web-kit'
import type { MouseEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { useNarrow } from '../../../layout/use-narrow'
import { ActionMenu } from './action-menu'
import { LabelledAction } from './labelled-action'

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
  const Action = labelled ? LabelledAction : IconAction
  return (
    <span className="kit-row-actions" data-labelled={labelled || undefined}>
      {actions
        .filter(action => !action.apart)
        .map(action => (
          <Action key={action.key} action={action} of={of} onClick={event => follow(event, action, run)} />
        ))}
      {apart.length > 0 && <ActionMenu actions={apart} of={of} onRun={run} />}
    </span>
  )
}

function useRun() {
  const navigate = useNavigate()
  const placeNow = useListPlace()
  const phone = useNarrow(600)
  return ({ to, state, replace = false, onClick }: RowAction) => {
    if (to === undefined) return onClick?.()
    if (state === undefined || phone) return void navigate(to)
    // The list that stays in view below keeps its page, search and filters.
    void navigate(to, { state: { ...state, from: placeNow() }, replace, preventScrollReset: true })
  }
}

/** Ctrl and the middle button open a link in a tab of its own. */
function follow(event: MouseEvent, action: RowAction, run: (action: RowAction) => void) {
  if (action.to !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey)) return
  event.preventDefault()
  run(action)
}

type ActionProps = { action: RowAction; of: string; onClick: (event: MouseEvent) => void }

/** Plain elements: a page of rows has thousands of them. What the icon means is told by `RowTips`. */
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
