import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Up to here all rows are drawn; longer pages draw what is in view and some around it. */
const allRows = 60
const around = 12

type Options = { count: number; estimatePx: number; place: RefObject<HTMLElement | null> }

/** Rows that are drawn, each with the height of what is left out before it. */
export type Drawn = { at: number; gapPx: number }

/**
 * Which rows of a long page are drawn: those in view, some around, and the one that has the focus wherever it is. On
 * paper all of them are.
 * @param estimatePx height of a row that was not drawn yet
 */
export function useWindowRows({ count, estimatePx, place }: Options) {
  const printing = usePrinting()
  const isPart = count > allRows && !printing
  const focused = useRef<number>(undefined)
  const [scrollMargin, setScrollMargin] = useState(0)
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: isPart,
    estimateSize: () => estimatePx,
    overscan: around,
    scrollMargin,
    rangeExtractor: range => {
      const near = defaultRangeExtractor(range)
      const at = focused.current
      if (at === undefined || at >= count || near.includes(at)) return near
      return [...near, at].sort((a, b) => a - b)
    },
  })
  useLayoutEffect(() => {
    if (!isPart || !place.current) return
    const topPx = place.current.getBoundingClientRect().top + window.scrollY
    setScrollMargin(before => (Math.abs(before - topPx) < 1 ? before : topPx))
  })
  const onFocus = ({ target }: FocusEvent) => {
    focused.current = Number(target.closest('[data-index]')?.getAttribute('data-index') ?? Number.NaN)
    if (Number.isNaN(focused.current)) focused.current = undefined
  }
  const onBlur = () => {
    focused.current = undefined
  }
  if (!isPart) {
    return { drawn: Array.from({ length: count }, (_, at): Drawn => ({ at, gapPx: 0 })), restPx: 0, isPart }
  }
  let endPx = scrollMargin
  const drawn = virtualizer.getVirtualItems().map(({ index, start, end }): Drawn => {
    const gapPx = start - endPx
    endPx = end
    return { at: index, gapPx }
  })
  const restPx = virtualizer.getTotalSize() + scrollMargin - endPx
  return { drawn, restPx, isPart, measure: virtualizer.measureElement, focus: { onFocus, onBlur } }
}

function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
  return printing
}
