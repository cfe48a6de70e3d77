import { type RefObject, useEffect, useRef } from 'react'

const letterTimeoutMs = 1800
const rowSelector = 'tr.kit-row'

/**
 * Keys inside a table: `j` and `k` move down and up, Enter opens the focused row, `x` selects it, `s` opens the
 * filters, and an action's shortcut letter triggers it. Arrow down moves from the search into the rows. Active only
 * while the focus is in the table, so that dictation elsewhere does not trigger them.
 */
export function useRowKeys(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = area
    if (!current) return
    let goPressedAt = Number.NEGATIVE_INFINITY
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const { key, target, timeStamp } = event
      const isForScreen = timeStamp - goPressedAt < letterTimeoutMs
      goPressedAt = key === 'g' ? timeStamp : Number.NEGATIVE_INFINITY
      if (isForScreen || !(target instanceof HTMLElement)) return
      const next = findKeyAction(current, target, key)
      if (!next) return
      event.preventDefault()
      next()
    }
    current.addEventListener('keydown', onKeyDown)
    return () => current.removeEventListener('keydown', onKeyDown)
  }, [area])
}

function findKeyAction(area: HTMLElement, target: HTMLElement, key: string): (() => void) | undefined {
  const rows = [...area.querySelectorAll<HTMLElement>(rowSelector)]
  if (target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]')) {
    const isSearch = target.matches('[type="search"]')
    return isSearch && key === 'ArrowDown' ? () => focusRow(rows[0]) : undefined
  }
  const row = target.closest<HTMLElement>(rowSelector)
  const at = row ? rows.indexOf(row) : -1
  if (key === 'j') return () => focusRow(rows[Math.min(at + 1, rows.length - 1)])
  if (key === 'k') return () => focusRow(rows[Math.max(at - 1, 0)])
  if (!/^[a-z]$/.test(key)) return undefined
  const action = row?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`) ?? findControl(area, row, key)
  return action ? () => action.click() : undefined
}

function findControl(area: HTMLElement, row: HTMLElement | null, key: string): HTMLElement | null | undefined {
  if (key === 'x') return row?.querySelector<HTMLElement>('.kit-select')
  return key === 's' ? area.querySelector<HTMLElement>('[data-kit-filters]') : undefined
}

/** Focuses the link of a row, so that Enter opens it; else its first control. */
function focusRow(row: HTMLElement | undefined): void {
  const first = row?.querySelector<HTMLElement>('a[href]') ?? row?.querySelector<HTMLElement>('button, input')
  first?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}

type FocusPosition = { element: HTMLElement; at: number }

/**
 * When the focused row is removed by a search or an action, focuses the row in its place, or the search. Otherwise the
 * focus would be lost.
 */
export function useFocusRetention(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = area
    if (!current) return
    let focusPosition: FocusPosition | undefined
    const getRows = () => [...current.querySelectorAll<HTMLElement>(rowSelector)]
    const onFocusIn = ({ target }: FocusEvent) => {
      const row = target instanceof HTMLElement ? target.closest<HTMLElement>(rowSelector) : null
      focusPosition =
        row && current.contains(row) ? { element: target as HTMLElement, at: getRows().indexOf(row) } : undefined
    }
    const onPointerDown = () => {
      focusPosition = undefined
    }
    const observer = new MutationObserver(() => {
      if (!focusPosition || focusPosition.element.isConnected || document.activeElement !== document.body) return
      const rows = getRows()
      if (rows.length > 0) focusRow(rows[Math.min(focusPosition.at, rows.length - 1)])
      else current.querySelector<HTMLElement>('[type="search"]')?.focus()
    })
    observer.observe(current, { childList: true, subtree: true })
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [area])
}

/** antd's horizontal scrollers: the first with a sticky header, else the second. */
const scrollers = '.ant-table-body, .ant-table-content'

/**
 * Makes the rows of the antd table inside focusable with Tab while they overflow, so that the arrow keys can scroll
 * them. antd does not.
 * @param label accessible name of the scrolling part
 */
export function useKeyboardScroll<E extends HTMLElement>(label: string): RefObject<E | null> {
  const area = useRef<E>(null)
  useEffect(() => {
    const { current } = area
    if (!current) return
    const mark = () => {
      for (const scroller of current.querySelectorAll<HTMLElement>(scrollers)) markScroller(scroller, label)
    }
    // Changes of columns, rows or window all change a size.
    const sizes = new ResizeObserver(mark)
    const watch = () => {
      for (const part of current.querySelectorAll(`${scrollers}, .ant-table-tbody`)) sizes.observe(part)
      mark()
    }
    const parts = new MutationObserver(watch)
    parts.observe(current, { childList: true, subtree: true })
    watch()
    return () => {
      sizes.disconnect()
      parts.disconnect()
    }
  }, [label])
  return area
}

function markScroller(scroller: HTMLElement, label: string) {
  const scrolls = scroller.scrollWidth > scroller.clientWidth
  if (scrolls === scroller.hasAttribute('tabindex')) return
  const isRows = scroller.getAttribute('role') === 'rowgroup'
  const marks = { tabindex: '0', 'aria-label': label, ...(isRows ? {} : { role: 'region' }) }
  for (const [name, value] of Object.entries(marks)) {
    if (scrolls) scroller.setAttribute(name, value)
    else scroller.removeAttribute(name)
  }
}
