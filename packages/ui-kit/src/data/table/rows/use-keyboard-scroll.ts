import { type RefObject, useEffect, useRef } from 'react'

/** What antd scrolls sideways: with a sticky header the first, else the second. */
const scrollers = '.ant-table-body, .ant-table-content'

/**
 * Makes the rows of the antd table inside reachable with Tab while they are wider than their place, so that the arrow
 * keys can scroll them. antd itself makes no element focusable.
 * @param label what a screen reader calls the scrolling part
 */
export function useKeyboardScroll<E extends HTMLElement>(label: string): RefObject<E | null> {
  const area = useRef<E>(null)
  useEffect(() => {
    const { current } = area
    if (!current) return
    const mark = () => {
      for (const scroller of current.querySelectorAll<HTMLElement>(scrollers)) markScroller(scroller, label)
    }
    // Wider columns, other rows, another window: all of them change a size.
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
  const marks = { tabindex: '0', role: 'region', 'aria-label': label }
  for (const [name, value] of Object.entries(marks)) {
    if (scrolls) scroller.setAttribute(name, value)
    else scroller.removeAttribute(name)
  }
}
