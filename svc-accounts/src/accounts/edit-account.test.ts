import type { AppError } from '@cascade/service-kit'
import { describe, expect, it } from 'vitest'
import { codeOf } from '../testing/code-of'
import { sampleAccount, sampleChain, scopeOf } from '../testing/sample'
import { evolved, reparentTo, requireCurrent } from './account'
import { changeOf, editOf, requireOwnFields } from './edit-account'
import { basisPoints } from './own-fields'

const chain = sampleChain()

describe('an edit', () => {
  it('changes only what differs', () => {
    const account = sampleAccount('player', chain.master, { city: 'Pune', commissionBp: 250 })
    expect(editOf(account, { city: 'Pune', commission: 2.5 })).toEqual({ set: {}, changed: [] })
    expect(editOf(account, { city: 'Mysuru', userStatus: false })).toEqual({
      set: { city: 'Mysuru', active: false },
      changed: ['city', 'userStatus'],
    })
  })

  it('takes away what is there, and only that', () => {
    const account = sampleAccount('player', chain.master, { email: 'a@example.com', note: 'x' })
    const edit = editOf(account, { email: null, phone: null, note: null })
    expect(edit).toStrictEqual({ set: { email: undefined, note: '' }, changed: ['email', 'note'] })
    const after = evolved(account, edit.set, edit.changed)
    expect(editOf(after, { email: null, phone: null, note: null })).toStrictEqual({ set: {}, changed: [] })
  })

  it('brings the account to its new place, in the order of references too', () => {
    const to = sampleAccount('master', chain.areamanager, { _id: 'master-2', username: 'master12' })
    const change = changeOf(chain.player, editOf(chain.player, {}), { reparenting: reparentTo(chain.master, to) })
    expect(change?.after).toMatchObject({ parentId: 'master-2', parentOrder: 'master0000000012' })
    expect(change?.after.ancestry).toMatchObject({ areamanager: chain.areamanager._id, master: 'master-2' })
  })

  it('takes the commission under both names', () => {
    expect(editOf(chain.player, { commissionAmount: 7.25 }).set).toEqual({ commissionBp: 725 })
    expect(editOf(chain.player, { commission: 1, commissionAmount: 9 }).set).toEqual({ commissionBp: 100 })
  })

  it.each([
    [0.07, 7],
    [1.1, 110],
    [33.33, 3333],
    [100, 10_000],
  ])('turns %d percent into %d basis points', (percent, points) => {
    expect(basisPoints(percent)).toBe(points)
  })
})

describe('on oneself', () => {
  it('managers change their profile, nothing that is decided above', () => {
    const self = scopeOf(chain.areamanager)
    expect(codeOf(() => requireOwnFields(self, chain.areamanager, { city: 'Pune', pin: 1234 }))).toBe('allowed')
    for (const field of ['commission', 'userStatus', 'refId', 'games', 'note', 'password']) {
      expect(codeOf(() => requireOwnFields(self, chain.areamanager, { [field]: 1 }))).toBe('FORBIDDEN')
    }
  })

  it('a superadmin does not lock themselves out', () => {
    const self = scopeOf(chain.superadmin)
    expect(codeOf(() => requireOwnFields(self, chain.superadmin, { commission: 1 }))).toBe('allowed')
    expect(codeOf(() => requireOwnFields(self, chain.superadmin, { userStatus: false }))).toBe('CONFLICT')
    expect(codeOf(() => requireOwnFields(self, chain.superadmin, { password: 'long-enough' }))).toBe('FORBIDDEN')
  })

  it('does not count for others', () => {
    const above = scopeOf(chain.admin)
    expect(codeOf(() => requireOwnFields(above, chain.areamanager, { commission: 1 }))).toBe('allowed')
  })
})

describe('versions', () => {
  const edited = evolved(evolved(chain.player, { city: 'Pune' }, ['city']), { note: 'x' }, ['note'])

  it('name the fields that changed since', () => {
    expect(edited.version).toBe(3)
    expect(() => requireCurrent(edited, '"3"')).not.toThrow()
    expect(() => requireCurrent(edited, undefined)).not.toThrow()
    const errorsSince = (tag: string) => {
      try {
        requireCurrent(edited, tag)
        return undefined
      } catch (error) {
        return Object.keys((error as AppError).errors ?? {})
      }
    }
    expect(errorsSince('"2"')).toEqual(['note'])
    expect(errorsSince('W/"1"')).toEqual(['city', 'note'])
  })
})
