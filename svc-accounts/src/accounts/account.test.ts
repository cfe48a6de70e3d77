import { treeRoles } from '@cascade/contracts'
import { AccountSnapshot } from '@cascade/contracts/accounts'
import { isInScope } from '@cascade/service-kit'
import { describe, expect, it } from 'vitest'
import { sampleAccount, sampleChain, scopeOf } from '../testing/sample'
import { ancestorIds, isBelow, matchesPrefix, searchKeysOf, snapshotOf, startsWith } from './account'
import { contactsOf } from './account-writes'

const mine = sampleChain('-a')
const foreign = sampleChain('-b')

describe('scope', () => {
  it('includes the account itself and all descendants', () => {
    treeRoles.forEach((actor, above) => {
      treeRoles.forEach((target, below) => {
        expect([actor, target, isInScope(scopeOf(mine[actor]), mine[target])]).toEqual([
          actor,
          target,
          below >= above || actor === 'superadmin',
        ])
      })
    })
  })

  it('excludes other trees, except for a superadmin', () => {
    for (const actor of treeRoles.slice(1)) {
      for (const target of treeRoles) expect(isInScope(scopeOf(mine[actor]), foreign[target])).toBe(false)
    }
    for (const target of treeRoles) expect(isInScope(scopeOf(mine.superadmin), foreign[target])).toBe(true)
  })

  it('does not put an account below itself', () => {
    for (const role of treeRoles) expect(isBelow(scopeOf(mine[role]), mine[role])).toBe(false)
  })

  it('is empty below roles without children', () => {
    const user = { accountId: 'u', role: 'user' as const }
    for (const role of treeRoles) expect(isInScope(user, mine[role])).toBe(false)
    const gift = sampleAccount('gift', mine.admin)
    expect(isInScope(scopeOf(gift), mine.player)).toBe(false)
    expect(isInScope(scopeOf(mine.admin), gift)).toBe(true)
  })
})

describe('ancestorIds', () => {
  it('lists ids from the top down', () => {
    expect(ancestorIds(mine.player.ancestry)).toEqual([
      'superadmin-a',
      'admin-a',
      'superareamanager-a',
      'areamanager-a',
      'master-a',
    ])
    expect(ancestorIds(mine.superadmin.ancestry)).toEqual([])
  })
})

describe('an account event', () => {
  it('has a snapshot that matches the contract', () => {
    expect(AccountSnapshot.parse(snapshotOf(mine.player))).toMatchObject({
      accountId: 'player-a',
      parentId: 'master-a',
      ancestry: { admin: 'admin-a' },
    })
  })
})

const isWithin = ({ $gte, $lt }: { $gte: string; $lt: string }, text: string) => text >= $gte && text < $lt

describe('search keys', () => {
  it('sort usernames by their running number', () => {
    const orders = ['player10', 'player2', 'Player1'].map(
      username => searchKeysOf({ username, firstName: '', lastName: '' }).usernameOrder,
    )
    expect([...orders].sort()).toEqual([orders[2], orders[1], orders[0]])
  })

  it('match a prefix and no pattern characters', () => {
    expect(isWithin(startsWith('asha'), 'asha rao')).toBe(true)
    expect(isWithin(startsWith('asha'), 'asha')).toBe(true)
    expect(isWithin(startsWith('asha'), 'ash')).toBe(false)
    expect(isWithin(startsWith('a.*'), 'asha')).toBe(false)
    expect(isWithin(startsWith('zoë'), 'zoë kravitz')).toBe(true)
    expect(matchesPrefix('k7q')).toContainEqual({ uniqueId: { $gte: 'K7Q', $lt: 'K7Q\u{10ffff}' } })
  })
})

describe('contacts', () => {
  it('reserve email and phone of a live account and free them on deletion', () => {
    const account = sampleAccount('admin', undefined, { email: 'Asha@Example.com', phone: 98 })
    const ids = contactsOf(account).map(({ _id }) => _id)
    expect(ids).toEqual(['email|asha@example.com', 'phone|98'])
    expect(contactsOf({ ...account, deleted: true })).toEqual([])
  })
})
