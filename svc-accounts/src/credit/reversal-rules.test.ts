import { describe, expect, it } from 'vitest'
import type { Account } from '../accounts/account'
import type { BookedTransfer } from '../ledger'
import { resultCodeOf } from '../testing/code-of'
import { sampleChain, scopeOf } from '../testing/sample'
import { isVisible, planReversal } from './reversal-rules'

const chain = sampleChain('-a')
const other = sampleChain('-b')
const createdAt = new Date('2026-03-01T10:00:00Z')
const dayMs = 86_400_000

const transferOf = (by: Account, legs: readonly [Account, Account], kind: BookedTransfer['kind'] = 'transfer') => ({
  ...{ transferId: 't1', kind, amount: 500n, isPlay: false, note: '', createdAt },
  legs: legs.map(({ _id, username, role }) => ({ walletId: _id, username, role })),
  accountIds: legs.map(({ _id }) => _id),
  by: { id: by._id, username: by.username, role: by.role },
})

type Overrides = { transfer?: BookedTransfer; booker?: Account; changed?: readonly Account[]; afterDays?: number }

/** The plan of a reversal by `actor`; by default of a transfer from the area manager to the master, by the former. */
function plan(actor: Account, { transfer, booker = chain.areamanager, changed = [], afterDays = 1 }: Overrides = {}) {
  const all = [...Object.values(chain), ...Object.values(other), ...changed]
  const parties = { booker, accounts: new Map(all.map(account => [account._id, account])), actor }
  const now = new Date(createdAt.getTime() + afterDays * dayMs)
  return planReversal(scopeOf(actor), transfer ?? ordinary, { ...parties, now })
}
const ordinary = transferOf(chain.areamanager, [chain.areamanager, chain.master])
const code = (actor: Account, overrides?: Overrides) => resultCodeOf(() => plan(actor, overrides))

describe('a reversal', () => {
  it('moves the points the other way, on the condition that nothing between actor and accounts has moved', () => {
    const { source, destination, preconditions } = plan(chain.superareamanager)
    expect([source.walletId, destination.walletId]).toEqual(['master-a', 'areamanager-a'])
    expect(preconditions.map(({ walletId }) => walletId)).toEqual(['superareamanager-a', 'areamanager-a'])
  })

  it('of new points returns them to the issuer', () => {
    const issued = transferOf(chain.superadmin, [chain.superadmin, chain.superadmin], 'generated')
    const issuer = { walletId: 'issuer', username: 'issuer', role: 'issuer' }
    const transfer = { ...issued, legs: [issuer, ...issued.legs.slice(1)], accountIds: ['superadmin-a'] }
    const { source, destination } = plan(chain.superadmin, { transfer, booker: chain.superadmin })
    expect([source.walletId, destination.walletId]).toEqual(['superadmin-a', 'issuer'])
  })

  it('is for the actor of the transfer and those above that actor', () => {
    for (const actor of [chain.areamanager, chain.superareamanager, chain.admin, chain.superadmin, other.superadmin])
      expect(code(actor)).toBe('allowed')
    for (const actor of [chain.master, other.areamanager, other.admin]) expect(code(actor)).toBe('FORBIDDEN')
    const byAdmin = transferOf(chain.admin, [chain.areamanager, chain.master])
    expect(code(chain.areamanager, { transfer: byAdmin, booker: chain.admin })).toBe('FORBIDDEN')
  })

  it('is rejected if an account of the transfer is outside of the subtree, deleted or suspended', () => {
    const moved = { ...chain.master, ancestry: other.master.ancestry }
    expect(code(chain.areamanager, { changed: [moved] })).toBe('FORBIDDEN')
    expect(code(chain.areamanager, { changed: [{ ...chain.master, active: false }] })).toBe('FORBIDDEN')
    const gone = transferOf(chain.areamanager, [chain.areamanager, { ...chain.master, _id: 'deleted' }])
    expect(() => plan(chain.areamanager, { transfer: gone })).toThrow('An account of this transfer has been deleted.')
  })

  it('is possible for 30 days', () => {
    expect(code(chain.admin, { afterDays: 29.99 })).toBe('allowed')
    expect(() => plan(chain.admin, { afterDays: 30 })).toThrow('A transfer can be reversed for 30 days.')
  })

  it.each(['return', 'reversal', 'stake', 'win', 'correction', 'settlement', 'pool'] as const)(
    'of a %s is rejected',
    kind => {
      const transfer = transferOf(chain.areamanager, [chain.areamanager, chain.master], kind)
      expect(code(chain.superadmin, { transfer })).toBe('CONFLICT')
    },
  )
})

describe('a transfer', () => {
  it('is visible to those above one of its accounts, and to superadmins', () => {
    const parties = { booker: null, accounts: new Map(Object.values(chain).map(account => [account._id, account])) }
    const visible = (account: Account) => isVisible(scopeOf(account), ordinary, parties)
    expect([chain.superadmin, chain.admin, chain.areamanager, chain.master].map(visible)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect([other.admin, other.master].map(visible)).toEqual([false, false])
    expect(visible(other.superadmin)).toBe(true)
  })
})
