import { type RefObject, useEffect } from 'react'
import { focusIn, rowSelector } from './use-row-keys'

type Stand = { element: HTMLElement; at: number }

/**
 * Whoever stands on a row that leaves, because a search or an action took it away, stands on the row in its place, or
 * in the search where none is left. Without it the focus falls out of the page.
 */
export function useKeptFocus(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = area
    if (!current) return
    let stand: Stand | undefined
    const rowsOf = () => [...current.querySelectorAll<HTMLElement>(rowSelector)]
    const onFocusIn = ({ target }: FocusEvent) => {
      const row = target instanceof HTMLElement ? target.closest<HTMLElement>(rowSelector) : null
      stand = row && current.contains(row) ? { element: target as HTMLElement, at: rowsOf().indexOf(row) } : undefined
    }
    // Who clicks beside everything wants to stand nowhere.
    const onPointerDown = () => {
      stand = undefined
    }
    const observer = new MutationObserver(() => {
      if (!stand || stand.element.isConnected || document.activeElement !== document.body) return
      const rows = rowsOf()
      if (rows.length > 0) focusIn(rows[Math.min(stand.at, rows.length - 1)])
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
