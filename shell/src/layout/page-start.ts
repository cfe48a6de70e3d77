import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * The first Tab on a page that somebody went to leads to its content and not through the menu again, when what they
 * pressed went with the page before. On the page that the browser loaded, Tab begins at its top. An element of its own,
 * so that the frame of the page is not drawn again with every address.
 */
export function PageStart({ content }: { content: RefObject<HTMLElement | null> }) {
  const { pathname } = useLocation()
  const seen = useRef(pathname)
  const atStart = useRef(false)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    atStart.current = true
  }, [pathname])
  useEffect(() => {
    const onKeyDown = ({ key, shiftKey }: KeyboardEvent) => {
      if (!atStart.current || key !== 'Tab') return
      atStart.current = false
      if (!shiftKey && document.activeElement === document.body) content.current?.focus({ preventScroll: true })
    }
    const onPointerDown = () => {
      atStart.current = false
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [content])
  return null
}
