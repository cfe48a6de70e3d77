import { type RefObject, useLayoutEffect } from 'react'

/**
 * Keeps the headings above their columns: the row that measures says how wide the rows make each column. Where rows come
 * and go while the page scrolls, a column gets no narrower meanwhile, or all of them would jump.
 * @param columns whatever they are; another array measures anew
 */
export function useColumnWidths(area: RefObject<HTMLElement | null>, columns: unknown, keeps: boolean): void {
  useLayoutEffect(() => {
    const { current } = area
    const body = current?.querySelector<HTMLElement>('.kit-body')
    if (!current || !body || !columns) return
    const measured = [...current.querySelectorAll<HTMLElement>('.kit-measure > td')]
    const heads = [...current.querySelectorAll<HTMLElement>('.kit-head col')]
    let placePx = body.clientWidth
    const follow = () => {
      if (body.clientWidth !== placePx) for (const cell of measured) cell.style.minWidth = ''
      placePx = body.clientWidth
      const widthsPx = measured.map(cell => cell.getBoundingClientRect().width)
      for (const [at, widthPx] of widthsPx.entries()) {
        const [head, cell] = [heads[at], measured[at]]
        if (head) head.style.width = `${widthPx}px`
        if (cell && keeps) cell.style.minWidth = `${widthPx}px`
        current.style.setProperty(`--kit-width-${at}`, `${widthPx}px`)
      }
      mark(current, body)
    }
    const head = current.querySelector<HTMLElement>('.kit-head')
    const onScroll = ({ target }: Event) => {
      if (!head || !(target instanceof HTMLElement)) return
      const other = target === body ? head : body
      // A heading that gets the focus scrolls its own part.
      if (other.scrollLeft !== target.scrollLeft) other.scrollLeft = target.scrollLeft
      mark(current, body)
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
  }, [area, columns, keeps])
}

/** Says on which sides there is more, and lets the keyboard scroll where there is. */
function mark(area: HTMLElement, body: HTMLElement) {
  const hiddenPx = body.scrollWidth - body.clientWidth
  area.toggleAttribute('data-more-left', body.scrollLeft > 1)
  area.toggleAttribute('data-more-right', hiddenPx - body.scrollLeft > 1)
  if (hiddenPx > 0) body.tabIndex = 0
  else body.removeAttribute('tabindex')
}
