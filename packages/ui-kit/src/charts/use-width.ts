import { type RefObject, useEffect, useState } from 'react'

/** Where nothing is laid out, e.g. before the first frame. */
const firstWidth = 640

/** The width of an element in pixels, and of a page in print when it is printed. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(firstWidth)
  useEffect(() => {
    const target = element.current
    if (!target) return
    const measure = () => setWidth(target.clientWidth || firstWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return width
}
