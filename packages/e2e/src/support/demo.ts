import { accountApi, ledgerApi } from '@cascade/contracts/accounts'
import { demoPassword, demoTree, issuedPoints } from '@cascade/dev'
import { expect } from 'vitest'
import type { Api } from './api'

const cents = (points: number) => Math.round(points * 100) / 100
const passedOn = (username: string) =>
  demoTree.filter(account => account.parent === username).reduce((sum, { credit }) => sum + credit, 0)

/**
 * Checks parents and balances of the demo tree, so that nothing is missing or was issued twice. Other accounts may exist.
 * @returns the username of each demo account by its name in the list
 */
export async function expectDemoTree(api: Api): Promise<Map<string, string>> {
  const superadmin = await api.login('superadmin', demoPassword)
  const usernames = new Map([['superadmin', 'superadmin']])
  for (const { username, role, parent, credit, person } of demoTree) {
    const { data } = await api.call(accountApi[role].list, superadmin)
    const own = data.filter(account => account.email === person.email)
    expect(own.map(account => [account.refId?.username, account.walletBalance])).toEqual([
      [usernames.get(parent), cents(credit - passedOn(username))],
    ])
    usernames.set(username, own[0]?.username ?? '')
  }
  expect(superadmin.user.walletBalance).toBe(cents(issuedPoints - passedOn('superadmin')))
  expect((await api.call(ledgerApi.conservation, superadmin)).data.difference).toBe(0)
  return usernames
}
