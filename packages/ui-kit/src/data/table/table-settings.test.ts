import { describe, expect, it } from 'vitest'
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

describe('the columns of a table', () => {
  it("have the screen's order without settings", () => {
    expect(keys({})).toEqual(['a', 'b', 'c', 'actions'])
  })
  it('can be hidden and reordered; new ones are appended', () => {
    expect(keys({ hidden: ['b'] })).toEqual(['a', 'c', 'actions'])
    expect(keys({ order: ['c', 'b'] })).toEqual(['a', 'c', 'b', 'actions'])
  })
  it('stand at the sides if pinned', () => {
    expect(keys({ pinned: ['c'] })).toEqual(['a', 'c', 'b', 'actions'])
  })
  it('include an optional column once it is chosen', () => {
    const optional = { ...columns[1], key: 'd', title: 'D', optional: true }
    const shown = (chosen: string[]) => {
      const settings = { hidden: [], chosen, order: [], pinned: [], density: 'compact' } as const
      return visibleColumns([...columns.slice(0, 2), optional], settings).map(({ key }) => key)
    }
    expect(shown([])).toEqual(['a', 'b'])
    expect(shown(['d'])).toEqual(['a', 'b', 'd'])
  })
})
