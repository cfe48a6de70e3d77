import { allEndpoints, changesState } from '@cascade/contracts'
import { authApi, viewApi } from '@cascade/contracts/accounts'
import { describe, expect, it } from 'vitest'
import { actorOf, makeAccount } from '../testing'
import { isInScope, requireAccess, subtreeFilter } from './authorization'

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

describe('requireAccess', () => {
  it('rejects every change of a session that views as the actor, except to end it', () => {
    const viewer = { id: 'viewer', username: 'viewer', role: 'superadmin' }
    const owners = [root, admin, player].map(account => ({ ...actorOf(account), viewer }))
    const allowed = allEndpoints.filter(changesState).filter(endpoint => {
      const owner = owners.find(({ role }) => endpoint.roles === 'any' || endpoint.roles.includes(role))
      if (!owner) return false
      try {
        requireAccess(endpoint, owner)
        return true
      } catch (error) {
        expect(error).toMatchObject({ code: 'FORBIDDEN', reason: 'VIEW_ONLY' })
        return false
      }
    })
    expect(allowed.map(({ id }) => id).sort()).toEqual([authApi.logout.id, viewApi.end.id])
  })
})
