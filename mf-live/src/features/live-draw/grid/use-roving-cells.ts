import { type RefObject, useEffect } from 'react'

type Step = { x: number; y: number }
const steps: Readonly<Record<string, Step>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
const cellButtons = '.live-cell > button'
/** How much further a cell counts that lies aside of the way. */
const asideWeight = 4

/** One tab stop for all cells of an area; arrow keys go to the cell that lies in their direction. */
export function useRovingCells(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current
    if (!element) return
    const first = element.querySelector<HTMLElement>(cellButtons)
    if (first) first.tabIndex = 0

    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || !target.matches(cellButtons)) return
      for (const stop of element.querySelectorAll<HTMLElement>(`${cellButtons}[tabindex="0"]`)) stop.tabIndex = -1
      target.tabIndex = 0
    }
    const onKey = (event: KeyboardEvent) => {
      const step = steps[event.key]
      const { target } = event
      if (!step || event.ctrlKey || event.metaKey || event.altKey) return
      if (!(target instanceof HTMLElement) || !target.matches(cellButtons)) return
      event.preventDefault()
      nearest(target, step, element)?.focus()
    }
    element.addEventListener('focusin', onFocus)
    element.addEventListener('keydown', onKey)
    return () => {
      element.removeEventListener('focusin', onFocus)
      element.removeEventListener('keydown', onKey)
    }
  }, [area])
}

function nearest(from: HTMLElement, { x, y }: Step, area: HTMLElement): HTMLElement | undefined {
  const start = centreOf(from)
  let best: { cell: HTMLElement; distance: number } | undefined
  for (const cell of area.querySelectorAll<HTMLElement>(cellButtons)) {
    const centre = centreOf(cell)
    const [dx, dy] = [centre.x - start.x, centre.y - start.y]
    const along = dx * x + dy * y
    if (along <= 1) continue
    const distance = along + asideWeight * Math.abs(dx * y + dy * x)
    if (!best || distance < best.distance) best = { cell, distance }
  }
  return best?.cell
}

function centreOf(element: HTMLElement) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
