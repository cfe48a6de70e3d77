import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

const inputs = ['keydown', 'pointerdown'] as const

/**
 * Puts the focus on the heading of the page that the user went to: a screen reader reads it, and Tab leads from it into
 * the page. Not on the page that the browser loaded, not for what opens over a page, and not where a field has the focus
 * already. An element of its own, so that the frame of the page is not drawn again with every address.
 */
export function PageFocus({ content }: { content: RefObject<HTMLElement | null> }) {
  const { pathname } = useLocation()
  const first = useRef(pathname)
  const shown = useRef<{ heading: HTMLElement; title: string | null }>(undefined)
  useEffect(() => {
    const page = content.current
    if (!page) return
    let mayMove = first.current !== pathname
    first.current = ''
    const onInput = () => {
      mayMove = false
    }
    const focusHeading = () => {
      const heading = page.querySelector('h1')
      if (!heading) return
      stop()
      const title = heading.textContent
      const isSame = shown.current?.heading === heading && shown.current.title === title
      shown.current = { heading, title }
      const { activeElement } = document
      const hasFocusInside = activeElement !== page && page.contains(activeElement)
      if (!mayMove || isSame || hasFocusInside) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    // The page may still be on its way, and whoever presses something meanwhile is not moved.
    const observer = new MutationObserver(focusHeading)
    const stop = () => {
      observer.disconnect()
      for (const input of inputs) document.removeEventListener(input, onInput)
    }
    observer.observe(page, { childList: true, subtree: true })
    for (const input of inputs) document.addEventListener(input, onInput)
    focusHeading()
    return stop
  }, [content, pathname])
  return null
}
