import { describe, expect, it } from 'vitest'
import { parseLevelRoute } from './paths'

const shapes: readonly [address: string, route: ReturnType<typeof parseLevelRoute>][] = [
  ['', { view: 'list' }],
  ['create', { view: 'create' }],
  ['create/a1', { view: 'create', referenceId: 'a1' }],
  ['edit/a1', { view: 'edit', id: 'a1', level: 'base' }],
  ['credittransfer/a1', { view: 'credittransfer', id: 'a1', level: 'base' }],
  ['creditadjust/a1', { view: 'creditadjust', id: 'a1', level: 'base' }],
  ['details/a1', { view: 'details', id: 'a1', level: 'base' }],
  ['a1/edit', { view: 'edit', id: 'a1', level: 'base' }],
  ['a1/details', { view: 'details', id: 'a1', level: 'base' }],
  ['a1/create', { view: 'create', parentId: 'a1' }],
  ['x/edit/a1', { view: 'edit', id: 'a1', level: 'base' }],
  ['x/details/a1', { view: 'details', id: 'a1', level: 'base' }],
  ['details/a1/create', { view: 'create', parentId: 'a1' }],
  ['details/a1/create/x', { view: 'create', parentId: 'a1' }],
  ['details/a1/credittransfer', { view: 'credittransfer', id: 'a1', level: 'any' }],
  ['details/a1/creditadjust', { view: 'creditadjust', id: 'a1', level: 'any' }],
  ['details/a1/edit', { view: 'edit', id: 'a1', level: 'any' }],
  ['details/a1/edit/b1', { view: 'edit', id: 'b1', level: 'child', parentId: 'a1' }],
  ['details/a1/credittransfer/b1', { view: 'credittransfer', id: 'b1', level: 'child', parentId: 'a1' }],
  ['details/a1/details/b1', { view: 'details', id: 'b1', level: 'child', parentId: 'a1' }],
]

describe('parseLevelRoute', () => {
  it.each(shapes)('parses the path "%s" below a level', (address, route) => {
    expect(parseLevelRoute(address)).toEqual(route)
  })

  it.each(shapes)('parses "players/%s" to the same route', (address, route) => {
    expect(parseLevelRoute(`players/${address}`)).toEqual(route)
  })

  it.each(['unknown', 'edit', 'details', 'x/y/edit', 'edit/a1/b1', 'details/a1/unknown', 'details/a1/edit/b1/c1'])(
    'the path "%s" is not a route',
    address => {
      expect(parseLevelRoute(address)).toBeUndefined()
    },
  )

  it('ignores leading and trailing slashes', () => {
    expect(parseLevelRoute('/edit/a1/')).toEqual({ view: 'edit', id: 'a1', level: 'base' })
  })
})
