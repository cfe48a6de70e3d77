import { describe, expect, it } from 'vitest'
import { StaleAccount } from '../accounts/account'
import { codeOf } from '../testing/code-of'
import { sampleChain, scopeOf } from '../testing/sample'
import { idsBetween, preconditionsOf, requireActive, requireDistinct, requireSender } from './credit-rules'

const chain = sampleChain('-a')
const admin = scopeOf(chain.admin)

describe('the sender', () => {
  it("is the actor or the target's parent", () => {
    expect(requireSender(admin, chain.admin, chain.player)).toBe(chain.admin)
    expect(requireSender(admin, chain.master, chain.player)).toBe(chain.master)
    expect(codeOf(() => requireSender(admin, chain.areamanager, chain.player))).toBe('FORBIDDEN')
    expect(codeOf(() => requireSender(admin, chain.superadmin, chain.player))).toBe('NOT_FOUND')
    expect(codeOf(() => requireSender(admin, undefined, chain.player))).toBe('NOT_FOUND')
  })

  it('is active, another account, and not below the target', () => {
    expect(codeOf(() => requireActive(chain.admin, { ...chain.player, active: false }))).toBe('FORBIDDEN')
    expect(codeOf(() => requireDistinct(admin, chain.player, chain.player))).toBe('VALIDATION')
    expect(codeOf(() => requireDistinct(scopeOf(chain.player), chain.player, chain.master))).toBe('NOT_FOUND')
  })
})

describe('the preconditions of a transfer', () => {
  it('name the actor and everyone between them and the target', () => {
    expect(idsBetween(admin, chain.player)).toEqual(['superareamanager-a', 'areamanager-a', 'master-a'])
    expect(idsBetween(scopeOf(chain.master), chain.player)).toEqual([])
    expect(idsBetween(scopeOf(chain.superadmin), chain.player)).toEqual([])
    const between = [chain.superareamanager, chain.areamanager, { ...chain.master, scopeVersion: 4 }]
    expect(preconditionsOf(chain.admin, between, chain.player)).toEqual([
      { walletId: 'admin-a', scopeVersion: 1 },
      { walletId: 'superareamanager-a', scopeVersion: 1 },
      { walletId: 'areamanager-a', scopeVersion: 1 },
      { walletId: 'master-a', scopeVersion: 4 },
    ])
  })

  it('see that somebody between has moved since the target was read', () => {
    const moved = { ...chain.areamanager, parentId: 'superareamanager-b' }
    const between = [chain.superareamanager, moved, chain.master]
    expect(() => preconditionsOf(chain.admin, between, chain.player)).toThrow(StaleAccount)
    expect(() => preconditionsOf(chain.admin, [chain.superareamanager, undefined, chain.master], chain.player)).toThrow(
      StaleAccount,
    )
  })
})
