import type { AppError } from '@cascade/service-kit'
import { describe, expect, it } from 'vitest'
import { reparentTo, requireCurrent, withChanges } from '../accounts/account'
import { basisPoints } from '../accounts/field-mapping'
import { resultCodeOf } from '../testing/code-of'
import { sampleAccount, sampleChain, scopeOf } from '../testing/sample'
import { buildEdit, planChange, requireOwnFields } from './plan-change'

const chain = sampleChain()

describe('an edit', () => {
  it('contains only fields with a different value', () => {
    const account = sampleAccount('player', chain.master, { city: 'Pune', commissionBp: 250 })
    expect(buildEdit(account, { city: 'Pune', commission: 2.5 })).toEqual({ set: {}, changed: [] })
    expect(buildEdit(account, { city: 'Mysuru', userStatus: false })).toEqual({
      set: { city: 'Mysuru', active: false },
      changed: ['city', 'userStatus'],
    })
  })

  it('removes only fields that are set', () => {
    const account = sampleAccount('player', chain.master, { email: 'a@example.com', note: 'x' })
    const edit = buildEdit(account, { email: null, phone: null, note: null })
    expect(edit).toStrictEqual({ set: { email: undefined, note: '' }, changed: ['email', 'note'] })
    const after = withChanges(account, edit.set, edit.changed)
    expect(buildEdit(after, { email: null, phone: null, note: null })).toStrictEqual({ set: {}, changed: [] })
  })

  it('moves the account, in the order of references too', () => {
    const to = sampleAccount('master', chain.areamanager, { _id: 'master-2', username: 'master12' })
    const change = planChange(chain.player, buildEdit(chain.player, {}), { reparenting: reparentTo(chain.master, to) })
    expect(change?.after).toMatchObject({ parentId: 'master-2', parentOrder: 'master0000000012' })
    expect(change?.after.ancestry).toMatchObject({ areamanager: chain.areamanager._id, master: 'master-2' })
  })

  it('accepts the commission under both names', () => {
    expect(buildEdit(chain.player, { commissionAmount: 7.25 }).set).toEqual({ commissionBp: 725 })
    expect(buildEdit(chain.player, { commission: 1, commissionAmount: 9 }).set).toEqual({ commissionBp: 100 })
  })

  it.each([
    [0.07, 7],
    [1.1, 110],
    [33.33, 3333],
    [100, 10_000],
  ])('converts %d percent to %d basis points', (percent, points) => {
    expect(basisPoints(percent)).toBe(points)
  })
})

describe('editing the own account', () => {
  it('allows a manager to change only the profile', () => {
    const self = scopeOf(chain.areamanager)
    expect(resultCodeOf(() => requireOwnFields(self, chain.areamanager, { city: 'Pune', pin: 1234 }))).toBe('allowed')
    for (const field of ['commission', 'userStatus', 'refId', 'games', 'note', 'password']) {
      expect(resultCodeOf(() => requireOwnFields(self, chain.areamanager, { [field]: 1 }))).toBe('FORBIDDEN')
    }
  })

  it('does not allow a superadmin to lock itself out', () => {
    const self = scopeOf(chain.superadmin)
    expect(resultCodeOf(() => requireOwnFields(self, chain.superadmin, { commission: 1 }))).toBe('allowed')
    expect(resultCodeOf(() => requireOwnFields(self, chain.superadmin, { userStatus: false }))).toBe('CONFLICT')
    expect(resultCodeOf(() => requireOwnFields(self, chain.superadmin, { password: 'long-enough' }))).toBe('FORBIDDEN')
  })

  it('does not restrict edits of other accounts', () => {
    const above = scopeOf(chain.admin)
    expect(resultCodeOf(() => requireOwnFields(above, chain.areamanager, { commission: 1 }))).toBe('allowed')
  })
})

describe('the account version', () => {
  const edited = withChanges(withChanges(chain.player, { city: 'Pune' }, ['city']), { note: 'x' }, ['note'])

  it('identifies the fields changed since an older version', () => {
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
