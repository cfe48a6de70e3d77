import { sideRoles } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { resultCodeOf } from '../testing/code-of'
import { sampleChain, scopeOf } from '../testing/sample'
import { parentIdFor, requireParent } from './new-account'

const chain = sampleChain('-a')
const foreign = sampleChain('-b')

describe('the parent of a new account', () => {
  it('defaults to an actor one level up and must otherwise be named', () => {
    expect(parentIdFor(scopeOf(chain.master), 'player', undefined)).toBe('master-a')
    expect(parentIdFor(scopeOf(chain.admin), 'gift', undefined)).toBe('admin-a')
    expect(parentIdFor(scopeOf(chain.admin), 'player', 'master-a')).toBe('master-a')
    expect(resultCodeOf(() => parentIdFor(scopeOf(chain.admin), 'player', undefined))).toBe('VALIDATION')
    expect(parentIdFor(scopeOf(chain.superadmin), 'superadmin', undefined)).toBeUndefined()
  })

  it('must be active, in scope and exactly one level up', () => {
    const admin = scopeOf(chain.admin)
    expect(requireParent(admin, 'player', chain.master)).toBe(chain.master)
    expect(resultCodeOf(() => requireParent(admin, 'player', chain.areamanager))).toBe('VALIDATION')
    expect(resultCodeOf(() => requireParent(admin, 'player', { ...chain.master, active: false }))).toBe('VALIDATION')
    expect(resultCodeOf(() => requireParent(admin, 'player', { ...chain.master, deleted: true }))).toBe('NOT_FOUND')
    expect(resultCodeOf(() => requireParent(admin, 'player', foreign.master))).toBe('NOT_FOUND')
    expect(resultCodeOf(() => requireParent(admin, 'player', null))).toBe('NOT_FOUND')
    for (const role of sideRoles) expect(requireParent(admin, role, chain.admin)).toBe(chain.admin)
  })
})
