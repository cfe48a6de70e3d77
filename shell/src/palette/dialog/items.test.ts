import { describe, expect, it } from 'vitest'
import { accountActions } from './items'

const viewer = { _id: 'me', role: 'admin' } as const
const bases = new Set(['player', 'gift', 'profile'])
const targets = (id: string, role: 'player' | 'gift' | 'superadmin' | 'admin') =>
  accountActions(viewer, bases, { id, username: 'a&b', role }).map(({ to }) => to)

describe('an item of the palette', () => {
  it('links to the details of an account first, then to its actions', () => {
    expect(targets('7', 'player')).toEqual([
      '/admin/player/players/details/7',
      '/admin/player/credittransfer/7',
      '/admin/player/creditadjust/7',
      '/admin/player/statement/7',
      '/admin/player/edit/7',
    ])
  })
  it('links a side account to its list, as it has no details page', () => {
    expect(targets('7', 'gift')[0]).toBe('/admin/gift?q=a%26b')
  })
  it("offers the user's own profile, and nothing without a permitted base", () => {
    expect(targets('me', 'admin')).toEqual(['/admin/profile'])
    expect(targets('7', 'superadmin')).toEqual([])
  })
})
