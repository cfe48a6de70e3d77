import { describe, expect, it } from 'vitest'
import type { TreeNode } from './calls'
import { type Branch, stepForKey, visibleRows } from './tree-rows'

const node = (_id: string, children = 0): TreeNode => ({
  _id,
  username: _id,
  role: 'master',
  userStatus: true,
  walletBalance: 0,
  children,
})
const roots = [node('top', 2)]
const branches = new Map<string, Branch>([['top', { children: [node('a', 1), node('b')] }]])
const rowsWhenOpen = (...open: string[]) => visibleRows({ roots, open: new Set(open), branches })

describe('the rows of a tree', () => {
  it('are only the roots while nothing is expanded', () => {
    expect(rowsWhenOpen().map(row => row.id)).toEqual(['top'])
  })

  it('have children after their parent, one level deeper', () => {
    expect(rowsWhenOpen('top').map(row => [row.id, row.level])).toEqual([
      ['top', 1],
      ['a', 2],
      ['b', 2],
    ])
  })

  it('include a row for a branch that is loading or failed', () => {
    expect(rowsWhenOpen('top', 'a')[2]).toMatchObject({ kind: 'loading', parentId: 'a', level: 3 })
    const failed = new Map(branches).set('a', { failed: true })
    expect(visibleRows({ roots, open: new Set(['top', 'a']), branches: failed })[2]).toMatchObject({ kind: 'failed' })
  })

  it('hide those below a collapsed parent', () => {
    expect(rowsWhenOpen('a').map(row => row.id)).toEqual(['top'])
  })
})

describe('tree keys', () => {
  const rows = rowsWhenOpen('top')
  it.each([
    ['ArrowDown', 'top', { active: 'a' }],
    ['ArrowUp', 'top', { active: 'top' }],
    ['End', 'top', { active: 'b' }],
    ['Home', 'b', { active: 'top' }],
    ['ArrowRight', 'top', { active: 'a' }],
    ['ArrowRight', 'a', { open: 'a' }],
    ['ArrowRight', 'b', undefined],
    ['ArrowLeft', 'top', { close: 'top' }],
    ['ArrowLeft', 'b', { active: 'top' }],
    ['x', 'a', undefined],
  ] as const)('move, expand, collapse or do nothing: %s on %s', (key, active, step) => {
    expect(stepForKey(key, rows, active)).toEqual(step)
  })
})
