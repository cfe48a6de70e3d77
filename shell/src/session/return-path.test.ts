import { describe, expect, it } from 'vitest'
import { homeOf, loginPath } from './return-path'

describe('loginPath', () => {
  it('includes the requested address', () => {
    expect(loginPath({ pathname: '/admin/player', search: '?q=a&page=2' })).toBe(
      '/auth/login?next=%2Fadmin%2Fplayer%3Fq%3Da%26page%3D2',
    )
  })

  describe('homeOf', () => {
    it.each(['superadmin', 'admin', 'superareamanager', 'areamanager', 'master'] as const)(
      'sends %s to its own dashboard',
      role => {
        expect(homeOf(role, null)).toBe(`/${role}/dashboard`)
      },
    )
    it('sends player and user to the start page, and a missing role to the login page', () => {
      expect([homeOf('player', null), homeOf('user', null), homeOf(undefined, null)]).toEqual(['/', '/', '/auth/login'])
    })
    it("returns to an address in the role's own area only", () => {
      expect(homeOf('admin', '/admin/player?page=2')).toBe('/admin/player?page=2')
      for (const next of ['/superadmin/admin', '//evil.example', 'https://evil.example', '/administrator/x']) {
        expect(homeOf('admin', next)).toBe('/admin/dashboard')
      }
    })
  })
})
