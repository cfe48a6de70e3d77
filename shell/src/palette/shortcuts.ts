import { useActor } from '@cascade/web-kit'
import { useEffect, useState } from 'react'
import { type Options, useHotkeys } from 'react-hotkeys-hook'
import { useNavigate } from 'react-router-dom'
import { openDialog, useOpenDialog, usePaletteSettings } from './palette-state'
import type { Screen } from './screens'

const letterTimeoutMs = 1800

const inDialog = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('[role="dialog"], dialog') !== null

/** Options of single keys: layout-independent, and inactive in inputs and dialogs. */
const singleKeyOptions: Options = {
  useKey: true,
  ignoreModifiers: true,
  // A menu entry keeps the focus after a click; nothing is typed there.
  enableOnFormTags: ['menuitem'],
  ignoreEventWhen: event =>
    event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey || inDialog(event),
}

/** Registers the shortcuts of the page. @returns whether `g` was pressed and waits for its letter */
export function useShortcuts(screens: readonly Screen[]): boolean {
  const { role } = useActor()
  const navigate = useNavigate()
  const { singleKeys } = usePaletteSettings()
  const isDialogClosed = useOpenDialog(state => state.dialog === undefined)
  const [awaitsLetter, setAwaitsLetter] = useState(false)
  useEffect(() => {
    if (!awaitsLetter) return
    const timer = setTimeout(() => setAwaitsLetter(false), letterTimeoutMs)
    return () => clearTimeout(timer)
  }, [awaitsLetter])

  useHotkeys('mod+k', () => openDialog('palette'), {
    enabled: isDialogClosed,
    enableOnFormTags: true,
    enableOnContentEditable: true,
    preventDefault: true,
    ignoreEventWhen: inDialog,
  })
  const enabled = isDialogClosed && singleKeys
  useHotkeys('?', () => openDialog('help'), {
    ...singleKeyOptions,
    enabled: enabled && !awaitsLetter,
    preventDefault: true,
  })
  useHotkeys('/', () => focusPageSearch() || openDialog('palette'), {
    ...singleKeyOptions,
    enabled: enabled && !awaitsLetter,
    preventDefault: true,
  })
  useHotkeys('g', () => setAwaitsLetter(true), { ...singleKeyOptions, enabled: enabled && !awaitsLetter })
  useHotkeys(
    '*',
    ({ key }) => {
      setAwaitsLetter(false)
      const screen = screens.find(({ shortcut }) => shortcut === key.toLowerCase())
      if (screen) void navigate(`/${role}/${screen.path}`)
    },
    { ...singleKeyOptions, enabled: enabled && awaitsLetter, preventDefault: true },
  )
  return awaitsLetter && enabled
}

const fields = ['input[type="search"]:not([role="combobox"])', 'input[role="combobox"]:not([readonly])']

/** Focuses the visible search field of the page. @returns false if there is none */
function focusPageSearch(): boolean {
  for (const selector of fields) {
    const found = Array.from(document.querySelectorAll<HTMLInputElement>(`#content ${selector}`))
    const field = found.find(each => !each.disabled && each.getClientRects().length > 0)
    if (!field) continue
    field.focus()
    field.select()
    return true
  }
  return false
}
