import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Longer pages render only visible rows and some around them. */
const drawAllRowsMax = 60
const overscanRows = 12

type Options = {
  count: number
  estimatePx: number
  body: RefObject<HTMLElement | null>
  /** All rows are as high as the first: only that one is measured, as each measurement costs a layout. */
  isUniform?: boolean
}

type DrawnRow = { at: number; gapPx: number }

/** Virtualizes long pages: renders the visible rows, some around them and the focused one. Prints all. */
export function useWindowRows({ count, estimatePx, body, isUniform = false }: Options) {
  const printing = usePrinting()
  const isPart = count > drawAllRowsMax && !printing
  const focused = useRef<number>(undefined)
  const [scrollMargin, setScrollMargin] = useState(0)
  const [heightPx, setHeightPx] = useState(estimatePx)
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: isPart,
    estimateSize: () => heightPx,
    overscan: overscanRows,
    scrollMargin,
    rangeExtractor: range => {
      const near = defaultRangeExtractor(range)
      const at = focused.current
      if (at === undefined || at >= count || near.includes(at)) return near
      return [...near, at].sort((a, b) => a - b)
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the density changes the row height
  useLayoutEffect(() => {
    const { current } = body
    if (!isPart || !current || count === 0) return
    const measureLayout = () => {
      setScrollMargin(current.getBoundingClientRect().top + window.scrollY)
      const first = current.querySelector('[data-index]')
      if (isUniform && first) setHeightPx(first.getBoundingClientRect().height)
    }
    measureLayout()
    window.addEventListener('resize', measureLayout)
    return () => window.removeEventListener('resize', measureLayout)
  }, [isPart, isUniform, count, body, estimatePx])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new height invalidates cached measurements
  useLayoutEffect(() => virtualizer.measure(), [heightPx])
  const onFocus = ({ target }: FocusEvent) => {
    focused.current = Number(target.closest('[data-index]')?.getAttribute('data-index') ?? Number.NaN)
    if (Number.isNaN(focused.current)) focused.current = undefined
  }
  const onBlur = () => {
    focused.current = undefined
  }
  if (!isPart) {
    return { drawn: Array.from({ length: count }, (_, at): DrawnRow => ({ at, gapPx: 0 })), restPx: 0, isPart }
  }
  let endPx = scrollMargin
  const drawn = virtualizer.getVirtualItems().map(({ index, start, end }): DrawnRow => {
    const gapPx = start - endPx
    endPx = end
    return { at: index, gapPx }
  })
  const restPx = virtualizer.getTotalSize() + scrollMargin - endPx
  const measure = isUniform ? undefined : virtualizer.measureElement
  return { drawn, restPx, isPart, measure, focus: { onFocus, onBlur } }
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

/**
 * Aligns the separate heading table with its columns: a measuring row gives the widths. While rows are virtualized, a
 * column never shrinks, or all columns would jump during scrolling.
 * @param columns a new array triggers a new measurement
 */
export function useColumnWidths(area: RefObject<HTMLElement | null>, columns: unknown, keepsWidths: boolean): void {
  useLayoutEffect(() => {
    const { current } = area
    const body = current?.querySelector<HTMLElement>('.kit-body')
    if (!current || !body || !columns) return
    const measured = [...current.querySelectorAll<HTMLElement>('.kit-measure > td')]
    const heads = [...current.querySelectorAll<HTMLElement>('.kit-head col')]
    let bodyPx = body.clientWidth
    const follow = () => {
      if (body.clientWidth !== bodyPx) for (const cell of measured) cell.style.minWidth = ''
      bodyPx = body.clientWidth
      const widthsPx = measured.map(cell => cell.getBoundingClientRect().width)
      for (const [at, widthPx] of widthsPx.entries()) {
        const [head, cell] = [heads[at], measured[at]]
        if (head) head.style.width = `${widthPx}px`
        if (cell && keepsWidths) cell.style.minWidth = `${widthPx}px`
        current.style.setProperty(`--kit-width-${at}`, `${widthPx}px`)
      }
      markOverflow(current, body)
    }
    const head = current.querySelector<HTMLElement>('.kit-head')
    const onScroll = ({ target }: Event) => {
      if (!head || !(target instanceof HTMLElement)) return
      const other = target === body ? head : body
      // A focused heading scrolls its own part.
      if (other.scrollLeft !== target.scrollLeft) other.scrollLeft = target.scrollLeft
      markOverflow(current, body)
    }
    const sizes = new ResizeObserver(follow)
    for (const cell of [...measured, body]) sizes.observe(cell)
    body.addEventListener('scroll', onScroll, { passive: true })
    head?.addEventListener('scroll', onScroll, { passive: true })
    follow()
    return () => {
      sizes.disconnect()
      body.removeEventListener('scroll', onScroll)
      head?.removeEventListener('scroll', onScroll)
    }
  }, [area, columns, keepsWidths])
}

/** Marks the sides with hidden content, and makes an overflowing body focusable. */
function markOverflow(area: HTMLElement, body: HTMLElement) {
  const hiddenPx = body.scrollWidth - body.clientWidth
  area.toggleAttribute('data-more-left', body.scrollLeft > 1)
  area.toggleAttribute('data-more-right', hiddenPx - body.scrollLeft > 1)
  if (hiddenPx > 0) body.tabIndex = 0
  else body.removeAttribute('tabindex')
}
