import { type AccountRole, parentRoleOf } from '@cascade/contracts'
import { newAccountSchema } from '@cascade/contracts/accounts'
import { describe, expect, it } from 'vitest'
import { demoLogins, demoPassword, demoTree, issuedPoints } from './demo-tree'

const refId = '0192d1c2-0000-7000-8000-000000000000'

describe('demoTree', () => {
  it.each(demoTree.map(account => [account.username, account] as const))('has a valid account %s', (_name, account) => {
    const body = { ...account.person, password: demoPassword, refId }
    const result = newAccountSchema(account.role satisfies AccountRole).safeParse(body)
    expect(result.error?.issues ?? []).toEqual([])
  })

  it('names accounts like the server, by role and sequence number', () => {
    const counts = new Map<string, number>()
    for (const { role, username } of demoTree) {
      const next = (counts.get(role) ?? 0) + 1
      counts.set(role, next)
      expect(username).toBe(`${role}${next}`)
    }
  })

  it('lists each account after its parent, which is one level up and can afford its credit', () => {
    const balances = new Map([['superadmin', issuedPoints]])
    for (const { username, role, parent, credit } of demoTree) {
      expect(parent.replace(/\d+$/, '')).toBe(parentRoleOf(role))
      const left = (balances.get(parent) ?? Number.NaN) - credit
      expect(left).toBeGreaterThan(0)
      balances.set(parent, left)
      balances.set(username, credit)
    }
  })

  it('gives the levels below an admin commissions of 3, 2, 1 and 0 percent', () => {
    const earned = { superareamanager: 3, areamanager: 2, master: 1, player: 0 } as const
    const below = demoTree.flatMap(({ role, person }) => (role === 'admin' ? [] : [[role, person.commission] as const]))
    for (const [role, commission] of below) expect([role, commission]).toEqual([role, earned[role]])
  })

  it('has an account for each printed login', () => {
    const names = ['superadmin', ...demoTree.map(({ username }) => username)]
    for (const login of demoLogins) expect(names).toContain(login)
  })
})
