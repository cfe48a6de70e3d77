import { describe, expect, it } from 'vitest'
import { actorOf, makeAccount } from '../testing'
import { isInScope, subtreeFilter } from './authorization'

const root = makeAccount()
const admin = makeAccount({ role: 'admin', parent: root })
const manager = makeAccount({ role: 'superareamanager', parent: admin })
const player = makeAccount({ role: 'player', parent: manager })
const gift = makeAccount({ role: 'gift', parent: admin })
const rival = makeAccount({ role: 'admin', parent: root })
const row = (account: typeof root) => ({ _id: account.accountId, ancestry: account.ancestry })

describe('isInScope', () => {
  it.each([
    ['a superadmin over another superadmin', root, makeAccount(), true],
    ['a superadmin over a player', root, player, true],
    ['an admin over himself', admin, admin, true],
    ['an admin over a manager below', admin, manager, true],
    ['an admin over a player far below', admin, player, true],
    ['an admin over his gift account', admin, gift, true],
    ['an admin over another admin', admin, rival, false],
    ["an admin over the other's superadmin", admin, root, false],
    ['a manager over his admin', manager, admin, false],
    ['a rival over a manager', rival, manager, false],
    ['a player over himself', player, player, true],
    ['a player over his manager', player, manager, false],
    ['a gift account over its admin', gift, admin, false],
  ])('decides the case: %s', (_, actor, target, expected) => {
    expect(isInScope(actorOf(actor), row(target))).toBe(expected)
  })

  it('never covers a missing account', () => {
    expect(isInScope(actorOf(root), null)).toBe(false)
    expect(isInScope(actorOf(admin), undefined)).toBe(false)
  })

  it('covers the same accounts as subtreeFilter', () => {
    expect(subtreeFilter(actorOf(root))).toEqual({})
    expect(subtreeFilter(actorOf(manager))).toEqual({ 'ancestry.superareamanager': manager.accountId })
    expect(subtreeFilter(actorOf(player))).toEqual({ _id: player.accountId })
  })
})
