import { type RefObject, useEffect } from 'react'

/** After `g` the next letter leads to another screen; it is awaited no longer than this. */
const awaitLetterMs = 1800
/** One row of a table. */
export const rowSelector = 'tr.kit-row'

/**
 * Keys inside a table: `j` and `k` go down and up its rows, Enter opens what has the focus, and a letter that an action
 * of the row names as its shortcut takes that action, `x` selects the row and `s` opens the filters of the list. The
 * arrow down leads from the search into the rows. They count while the focus is in the table only, so that nobody who dictates sets them off elsewhere.
 */
export function useRowKeys(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = area
    if (!current) return
    let goneAt = Number.NEGATIVE_INFINITY
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const { key, target, timeStamp } = event
      const isForScreen = timeStamp - goneAt < awaitLetterMs
      goneAt = key === 'g' ? timeStamp : Number.NEGATIVE_INFINITY
      if (isForScreen || !(target instanceof HTMLElement)) return
      const next = nextOf(current, target, key)
      if (!next) return
      event.preventDefault()
      next()
    }
    current.addEventListener('keydown', onKeyDown)
    return () => current.removeEventListener('keydown', onKeyDown)
  }, [area])
}

function nextOf(area: HTMLElement, target: HTMLElement, key: string): (() => void) | undefined {
  const rows = [...area.querySelectorAll<HTMLElement>(rowSelector)]
  if (target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]')) {
    const isSearch = target.matches('[type="search"]')
    return isSearch && key === 'ArrowDown' ? () => focusIn(rows[0]) : undefined
  }
  const row = target.closest<HTMLElement>(rowSelector)
  const at = row ? rows.indexOf(row) : -1
  if (key === 'j') return () => focusIn(rows[Math.min(at + 1, rows.length - 1)])
  if (key === 'k') return () => focusIn(rows[Math.max(at - 1, 0)])
  if (!/^[a-z]$/.test(key)) return undefined
  const action = row?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`) ?? controlOf(area, row, key)
  return action ? () => action.click() : undefined
}

function controlOf(area: HTMLElement, row: HTMLElement | null, key: string): HTMLElement | null | undefined {
  if (key === 'x') return row?.querySelector<HTMLElement>('.kit-select')
  return key === 's' ? area.querySelector<HTMLElement>('[data-kit-filters]') : undefined
}

/** Puts the focus on the link of a row, so that Enter opens it and not its box; else on whatever can be pressed. */
export function focusIn(row: HTMLElement | undefined): void {
  const first = row?.querySelector<HTMLElement>('a[href]') ?? row?.querySelector<HTMLElement>('button, input')
  first?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}
