import { describe, expect, it } from 'vitest'
import { managersOf } from './accounts'
import { can, type Permission, permissions } from './permissions'
import { childRoleOf, parentRoleOf, type Role, sideRoles, treeRoles } from './roles'

describe('roles', () => {
  it('has one parent role for every level but the top', () => {
    expect(treeRoles.map(parentRoleOf)).toEqual([
      undefined,
      'superadmin',
      'admin',
      'superareamanager',
      'areamanager',
      'master',
    ])
    expect(sideRoles.map(parentRoleOf)).toEqual(['admin', 'admin', 'admin'])
    expect(parentRoleOf('user')).toBeUndefined()
  })

  it('goes down as it goes up', () => {
    for (const role of treeRoles) {
      const child = childRoleOf(role)
      if (child) expect(parentRoleOf(child)).toBe(role)
    }
  })
})

describe('permissions', () => {
  it('lets every level be managed from above it only', () => {
    expect(managersOf('superadmin')).toEqual(['superadmin'])
    expect(managersOf('admin')).toEqual(['superadmin'])
    expect(managersOf('superareamanager')).toEqual(['superadmin', 'admin'])
    expect(managersOf('player')).toEqual(['superadmin', 'admin', 'superareamanager', 'areamanager', 'master'])
  })

  it('gives a player and a user no back-office permission', () => {
    const given = (role: Role) => Object.keys(permissions).filter(name => can(role, name as Permission))
    expect(given('player')).toEqual(['bets.place'])
    expect(given('user')).toEqual([])
  })
})
