import type { CSSProperties } from 'react'
import { isNumeric } from '../cells'
import type { Column } from '../column'

/** Where the columns that stay in view stand, by their key. */
export type Pins = Readonly<Record<string, CSSProperties>>
type Pinned = Pick<Column<never>, 'key' | 'pinned'>

/** Each beside those that are pinned before it, whose widths the table tells in `--kit-width-<n>`. */
export function pinsOf(columns: readonly Pinned[]): Pins {
  const at = (side: 'left' | 'right') => {
    const places = columns.flatMap((column, index) => (column.pinned === side ? [{ key: column.key, index }] : []))
    if (side === 'right') places.reverse()
    return places.map(({ key }, count) => {
      const before = places.slice(0, count).map(({ index }) => `var(--kit-width-${index}, 0px)`)
      return [key, { [side]: before.length === 0 ? 0 : `calc(${before.join(' + ')})` }] as const
    })
  }
  return Object.fromEntries([...at('left'), ...at('right')])
}

export const pinOf = (pins: Pins, key: string): CSSProperties | undefined => pins[key]

type Styled = Pick<Column<never>, 'key' | 'pinned' | 'kind' | 'align'>

/** Classes of the heading and the cells of a column. */
export function cellClass({ pinned, kind, align }: Omit<Styled, 'key'>): string | undefined {
  const side = align ?? (isNumeric(kind) ? 'right' : undefined)
  const names = [
    pinned && `kit-pin kit-pin-${pinned}`,
    isNumeric(kind) && 'kit-tabular',
    side !== undefined && side !== 'left' && `kit-cell-${side}`,
  ].filter(Boolean)
  return names.length === 0 ? undefined : names.join(' ')
}
