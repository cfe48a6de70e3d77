import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

const inputs = ['keydown', 'pointerdown'] as const

/**
 * Focuses the heading after navigation: screen readers announce it, and Tab continues into the page. Not on the initial
 * page, not for overlays, and not if the page already has the focus. A separate component, so that the layout does not
 * re-render with every address.
 */
export function PageFocus({ content }: { content: RefObject<HTMLElement | null> }) {
  const { pathname } = useLocation()
  const first = useRef(pathname)
  const lastHeading = useRef<{ heading: HTMLElement; title: string | null }>(undefined)
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
      const isSame = lastHeading.current?.heading === heading && lastHeading.current.title === title
      lastHeading.current = { heading, title }
      const { activeElement } = document
      const hasFocusInside = activeElement !== page && page.contains(activeElement)
      if (!mayMove || isSame || hasFocusInside) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    // The page may still be loading; any input in the meantime cancels the focus.
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
