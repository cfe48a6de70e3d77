import { describe, expect, it } from 'vitest'
import { managersOf } from './accounts'
import { can, type Permission, permissions } from './permissions'
import { childRoleOf, parentRoleOf, type Role, sideRoles, treeRoles } from './roles'

describe('a role', () => {
  it('has one parent role unless it is at the top', () => {
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

  it('has the child roles that are the inverse of parent roles', () => {
    for (const role of treeRoles) {
      const child = childRoleOf(role)
      if (child) expect(parentRoleOf(child)).toBe(role)
    }
  })
})

describe('the permissions', () => {
  it('let every level be managed only by the levels above it', () => {
    expect(managersOf('superadmin')).toEqual(['superadmin'])
    expect(managersOf('admin')).toEqual(['superadmin'])
    expect(managersOf('superareamanager')).toEqual(['superadmin', 'admin'])
    expect(managersOf('player')).toEqual(['superadmin', 'admin', 'superareamanager', 'areamanager', 'master'])
  })

  it('give a player and a user no permission but those of play', () => {
    const permissionsOf = (role: Role) => Object.keys(permissions).filter(name => can(role, name as Permission))
    expect(permissionsOf('player')).toEqual(['bets.place', 'tickets.void', 'cases.own'])
    expect(permissionsOf('user')).toEqual([])
  })
})
