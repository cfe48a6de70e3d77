import type { Right, Role } from '@cascade/contracts'
import { describe, expect, it, vi } from 'vitest'
import { actsOf } from './acts'
import { accountActions, matching } from './items'

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
  it('links a user who may to the view as an operator below', () => {
    const master = { id: '7', username: 'master7', role: 'master' as const }
    const keysOf = (rights?: Right[]) => {
      const person = rights && { person: { id: 'p', name: 'Anita', rights } }
      return accountActions({ ...viewer, ...person }, new Set(['master']), master).map(({ key }) => key)
    }
    expect(keysOf().at(-1)).toBe('viewAs')
    expect(keysOf(['people.manage'])).toContain('viewAs')
    expect(keysOf(['people.manage:read'])).not.toContain('viewAs')
  })
  it('links a side account to its list, as it has no details page', () => {
    expect(targets('7', 'gift')[0]).toBe('/admin/gift?q=a%26b')
  })
  it("offers the user's own profile, and nothing without a permitted base", () => {
    expect(targets('me', 'admin')).toEqual(['/admin/profile'])
    expect(targets('7', 'superadmin')).toEqual([])
  })
})

describe('acts of the week', () => {
  const bases = ['settlements', 'week', 'cash', 'player', 'gamehistory', 'game', 'admin', 'profile'].map(
    path => [path, 'accounts'] as const,
  )
  const found = (typed: string, without: string[] = [], role: Role = 'admin') => {
    const permitted = new Map(bases.filter(([path]) => !without.includes(path)))
    return matching(actsOf({ _id: 'me', role }, permitted), typed).map(({ to }) => to)
  }

  it.each([
    ['close week', ['/admin/settlements']],
    ['payments due', ['/admin/settlements?state=closed']],
    ['cash', ['/admin/week', '/admin/cash/me']],
    ['limits', ['/admin/player?limitDay=2026-01-05', '/admin/player']],
    ['void', ['/admin/gamehistory']],
    ['maintenance', ['/admin/profile/security']],
  ])('are found by %j', (typed, expected) => {
    vi.useFakeTimers({ now: new Date('2026-01-05T12:00:00') })
    expect(found(typed)).toEqual(expected)
    vi.useRealTimers()
  })

  it('need their page, the control of games to void tickets, the page of admins to plan a maintenance, and a parent for an own current account', () => {
    expect(found('void', ['game'])).toEqual([])
    expect(found('maintenance', ['admin'])).toEqual([])
    expect(found('close week', ['settlements'])).toEqual([])
    expect(found('cash', [], 'superadmin')).toEqual(['/superadmin/week'])
  })
})
