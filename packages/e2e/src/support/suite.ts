import { accountApi } from '@cascade/contracts/accounts'
import { demoPassword } from '@cascade/dev'
import { inject } from 'vitest'
import { apiAt, type Session } from './api'
import { newAccount } from './world'

export const url = inject('suiteUrl')
export const api = apiAt(url)

/** Creating a superadmin needs a sign-in of the last five minutes. */
const renewAfterMs = 4 * 60_000
let first: { session: Promise<Session>; since: number } | undefined

/** Creates a superadmin for one test. Its balance is isolated, but its lists contain the accounts of all tests. */
export async function newSuperadmin(): Promise<Session> {
  if (!first || Date.now() - first.since > renewAfterMs) first = { session: api.login('superadmin'), since: Date.now() }
  const { data } = await api.call(accountApi.superadmin.create, await first.session, { body: newAccount('superadmin') })
  const session = await api.login(data.username)
  const body = { toUserId: data._id, transferAmount: 1_000_000, password: demoPassword } as never
  await api.call(accountApi.superadmin.transfer, session, { body })
  return session
}
