import type { DimensionKey } from '@cascade/contracts/games'
import type { LiveGame, LiveOption } from '@cascade/contracts/live'
import { type RefObject, useEffect } from 'react'

/** `wheel`: roulette table; `dense`: hundreds of small cells; `many`: dozens; `card`, `picture`, `number`: large. */
type Look = 'number' | 'many' | 'wheel' | 'card' | 'picture' | 'dense'

type Title = { text: 'row' | 'hundred' | 'cards' | 'card' | 'otherCards' | 'colours' | 'cardTypes'; values?: Values }
type Values = Record<string, string | number>

export type OptionGroup = {
  key: string
  look: Look
  /** The dimension that these options belong to: the result itself, its colour or its type. */
  dimension: DimensionKey
  /** Cells per row if the width allows. */
  columns: number
  options: readonly LiveOption[]
  title?: Title
}

type Options = Pick<LiveGame, 'gameId' | 'layout' | 'data' | 'dataColors' | 'dataCardTypes'>

/** Groups the options of a game according to the layout of its description. */
export function buildGroups({ layout, data, dataColors, dataCardTypes }: Options): OptionGroup[] {
  return [...resultGroups(layout, data), ...pickGroups(dataColors, dataCardTypes)]
}

const denseCountMin = 60
const bingoCells = 25
/** Up to this many options get large cells: two rows of five fill the screen. */
const largeCountMax = 10

function resultGroups({ kind, columns, groups }: LiveGame['layout'], data: readonly LiveOption[]): OptionGroup[] {
  if (kind === 'wheel') return [plain('wheel', columns, data)]
  if (kind === 'cards' && groups.length > 0) return cardGroups(data, columns, groups)
  if (kind === 'cards') return [plain('card', columns, data)]
  if (kind === 'pictures') return rows(data, columns)
  if (kind === 'thousand' || data.length > denseCountMin) return hundreds(data, columns)
  const isBingo = data[0]?.image?.startsWith('ball-')
  const options = isBingo ? data.slice(0, bingoCells) : data
  return [plain(options.length > largeCountMax ? 'many' : 'number', columns, options)]
}

const plain = (look: Look, columns: number, options: readonly LiveOption[]): OptionGroup => ({
  key: 'all',
  look,
  dimension: 'result',
  columns,
  options,
})

const cardGroupKeys = ['low', 'middle', 'high'] as const

/** The low cards, the middle card, the high cards, and any further cards. */
function cardGroups(data: readonly LiveOption[], columns: number, sizes: readonly number[]): OptionGroup[] {
  const starts = sizes.map((_, at) => sizes.slice(0, at).reduce((sum, size) => sum + size, 0))
  const sized = sizes.map((size, at): OptionGroup => {
    const options = data.slice(starts[at], (starts[at] ?? 0) + size)
    const values = { from: options[0]?.label ?? '', to: options.at(-1)?.label ?? '' }
    return {
      ...plain('card', Math.min(columns, size), options),
      key: cardGroupKeys[at] ?? `group-${at}`,
      title: { text: options.length > 1 ? 'cards' : 'card', values },
    }
  })
  const rest = data.slice(sizes.reduce((sum, size) => sum + size, 0))
  return [...sized, { ...plain('card', 6, rest), key: 'rest', title: { text: 'otherCards' as const } }].filter(isFilled)
}

function pickGroups(colors: readonly LiveOption[], types: readonly LiveOption[]): OptionGroup[] {
  const groups: OptionGroup[] = [
    { ...plain('card', 4, colors), key: 'colours', dimension: 'color', title: { text: 'colours' } },
    { ...plain('card', 2, types), key: 'types', dimension: 'type', title: { text: 'cardTypes' } },
  ]
  return groups.filter(isFilled)
}

const rows = (data: readonly LiveOption[], columns: number): OptionGroup[] =>
  chunks(data, columns).map((options, index) => ({
    ...plain('picture', columns, options),
    key: `row-${index}`,
    title: { text: 'row', values: { number: index + 1 } },
  }))

const hundreds = (data: readonly LiveOption[], columns: number): OptionGroup[] =>
  chunks(data, 100).map((options, index) => ({
    ...plain('dense', columns, options),
    key: `hundred-${index}`,
    title: { text: 'hundred', values: { from: options[0]?.label ?? '', to: options.at(-1)?.label ?? '' } },
  }))

export function chunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}

const isFilled = (group: OptionGroup) => group.options.length > 0

type Step = { x: number; y: number }
const steps: Readonly<Record<string, Step>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
const cellButtons = '.live-cell > button'
/** Penalty factor for sideways distance when looking for the nearest cell. */
const sidewaysWeight = 4

/** One tab stop for all cells of an area; arrow keys move to the nearest cell in their direction. */
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
    const distance = along + sidewaysWeight * Math.abs(dx * y + dy * x)
    if (!best || distance < best.distance) best = { cell, distance }
  }
  return best?.cell
}

function centreOf(element: HTMLElement) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
