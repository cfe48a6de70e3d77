import { describe, expect, it } from 'vitest'
import { homeOf, loginPath } from './return-path'

it('the login page remembers where somebody wanted to go', () => {
  expect(loginPath({ pathname: '/admin/player', search: '?q=a&page=2' })).toBe(
    '/auth/login?next=%2Fadmin%2Fplayer%3Fq%3Da%26page%3D2',
  )
})

describe('after login', () => {
  it.each(['superadmin', 'admin', 'superareamanager', 'areamanager', 'master'] as const)(
    '%s goes to the own dashboard',
    role => {
      expect(homeOf(role, null)).toBe(`/${role}/dashboard`)
    },
  )
  it('player and user go to the login page, no role to the login page', () => {
    expect([homeOf('player', null), homeOf('user', null), homeOf(undefined, null)]).toEqual(['/', '/', '/auth/login'])
  })
  it('a place in the own area is returned to, any other is not', () => {
    expect(homeOf('admin', '/admin/player?page=2')).toBe('/admin/player?page=2')
    for (const next of ['/superadmin/admin', '//evil.example', 'https://evil.example', '/administrator/x']) {
      expect(homeOf('admin', next)).toBe('/admin/dashboard')
    }
  })
})
