import type { AccountRole } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { type Account, StaleAccount } from '../accounts/account'
import { resultCodeOf } from '../testing/code-of'
import { sampleChain, scopeOf } from '../testing/sample'
import { type CreditRequest, planCredit, requireDistinct, toCreditRequest } from './credit-rules'

const chain = sampleChain('-a')
const allAccounts = Object.values(chain)

type Overrides = { actor?: Account; sender?: string; target?: Account; changed?: readonly Account[] }

/** The plan of a request; `changed` accounts override those of the chain. */
function planRequest(request: CreditRequest, { actor = chain.admin, changed = [] }: Overrides = {}) {
  const accounts = new Map([...allAccounts, ...changed].map(account => [account._id, account]))
  return planCredit(scopeOf(actor), request, { actor, accounts })
}

/** The plan of a transfer, by default to the player. */
function plan(overrides: Overrides) {
  const { actor = chain.admin, sender = actor._id, target = chain.player } = overrides
  const body = { userId: sender, transferAmount: 5, password: 'x' }
  return planRequest(toCreditRequest(scopeOf(actor), receiverOf(target), body), overrides)
}

const legs = (overrides: Overrides) => {
  const { source, destination } = plan(overrides)
  return [source.walletId, destination.walletId]
}
const receiverOf = ({ _id, role }: Account) => ({ role: role as AccountRole, toUserId: _id })
/** The admin takes points back. */
const adjustment = (target: Account) =>
  toCreditRequest(scopeOf(chain.admin), receiverOf(target), {
    adjustAmount: 5,
    transactionType: 'credit',
    password: 'x',
  })

describe('the sender', () => {
  it("must be the actor or the target's parent", () => {
    expect(legs({})).toEqual(['admin-a', 'player-a'])
    expect(legs({ sender: 'master-a' })).toEqual(['master-a', 'player-a'])
    expect(resultCodeOf(() => plan({ sender: 'areamanager-a' }))).toBe('FORBIDDEN')
    expect(resultCodeOf(() => plan({ sender: 'superadmin-a' }))).toBe('NOT_FOUND')
    expect(resultCodeOf(() => plan({ sender: 'nobody' }))).toBe('NOT_FOUND')
  })

  it('must be active, another account, and not below the target', () => {
    expect(resultCodeOf(() => plan({ changed: [{ ...chain.player, active: false }] }))).toBe('FORBIDDEN')
    expect(resultCodeOf(() => plan({ changed: [{ ...chain.admin, active: false }] }))).toBe('FORBIDDEN')
    expect(resultCodeOf(() => planRequest(adjustment(chain.admin)))).toBe('VALIDATION')
    expect(resultCodeOf(() => requireDistinct(scopeOf(chain.player), chain.player, chain.master))).toBe('NOT_FOUND')
  })

  it('is the issuer for a superadmin that gives to itself, and the target when credit is taken back', () => {
    expect(legs({ actor: chain.superadmin, target: chain.superadmin })).toEqual(['issuer', 'superadmin-a'])
    const { source, destination } = planRequest(adjustment(chain.player))
    expect([source.walletId, destination.walletId]).toEqual(['player-a', 'admin-a'])
  })
})

describe('the preconditions of a transfer', () => {
  it('name the actor and all accounts between actor and target', () => {
    expect(plan({ changed: [{ ...chain.master, scopeVersion: 4 }] }).preconditions).toEqual([
      { walletId: 'admin-a', scopeVersion: 1 },
      { walletId: 'superareamanager-a', scopeVersion: 1 },
      { walletId: 'areamanager-a', scopeVersion: 1 },
      { walletId: 'master-a', scopeVersion: 4 },
    ])
    expect(plan({ actor: chain.master }).preconditions).toEqual([{ walletId: 'master-a', scopeVersion: 1 }])
    const bySuperadmin = plan({ actor: chain.superadmin, sender: 'master-a' }).preconditions
    expect(bySuperadmin).toEqual([{ walletId: 'superadmin-a', scopeVersion: 1 }])
  })

  it('detect that an account in between has moved since the target was read', () => {
    expect(() => plan({ changed: [{ ...chain.areamanager, parentId: 'superareamanager-b' }] })).toThrow(StaleAccount)
    const elsewhere = { ...chain.player, ancestry: { ...chain.player.ancestry, areamanager: 'unknown' } }
    expect(() => plan({ changed: [elsewhere] })).toThrow(StaleAccount)
  })
})
