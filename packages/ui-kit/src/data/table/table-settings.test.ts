import { expect, it } from 'vitest'
import type { Column } from './columns'
import { type TableSettings, visibleColumns } from './settings'

const columns: Column<unknown>[] = [
  { key: 'a', title: 'A', pinned: 'left' },
  { key: 'b', title: 'B' },
  { key: 'c', title: 'C' },
  { key: 'actions', title: 'Actions', pinned: 'right' },
]
const keys = (settings: Partial<TableSettings>) =>
  visibleColumns(columns, {
    hidden: [],
    chosen: [],
    order: [],
    pinned: [],
    density: 'compact',
    ...settings,
  }).map(({ key }) => key)

it("uses the screen's order without settings", () => {
  expect(keys({})).toEqual(['a', 'b', 'c', 'actions'])
})
it('hides and reorders columns, and appends new ones', () => {
  expect(keys({ hidden: ['b'] })).toEqual(['a', 'c', 'actions'])
  expect(keys({ order: ['c', 'b'] })).toEqual(['a', 'c', 'b', 'actions'])
})
it('places pinned columns at the sides', () => {
  expect(keys({ pinned: ['c'] })).toEqual(['a', 'c', 'b', 'actions'])
})
it('shows an optional column once it is chosen', () => {
  const optional = { ...columns[1], key: 'd', title: 'D', optional: true }
  const shown = (chosen: string[]) => {
    const settings = { hidden: [], chosen, order: [], pinned: [], density: 'compact' } as const
    return visibleColumns([...columns.slice(0, 2), optional], settings).map(({ key }) => key)
  }
  expect(shown([])).toEqual(['a', 'b'])
  expect(shown(['d'])).toEqual(['a', 'b', 'd'])
})
