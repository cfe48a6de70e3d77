import { sessionApi } from '@cascade/contracts/accounts'
import { AppError } from '@cascade/service-kit'
import { describe, expect, it } from 'vitest'
import { createRateLimits } from './rate-limits'

const settings = {
  RATE_SESSION_PER_SECOND: 300,
  RATE_ADDRESS_PER_SECOND: 600,
  RATE_LOGIN_PER_MINUTE: 30,
  RATE_PUBLIC_PER_MINUTE: 20,
  RATE_PUBLIC_READS_PER_SECOND: 20,
  RATE_ACTIVITY_PER_SECOND: 1,
  RATE_IN_FLIGHT_PER_SESSION: 24,
  RATE_IN_FLIGHT_PER_ACCOUNT: 48,
}
const limits = createRateLimits(settings, () => 0)
const sessionOf = (accountId: string, session: number) => ({ accountId, sessionId: `${accountId} ${session}` })
/** Networks of one /48. */
const addressOf = (network: number) => `2001:db8:1:${network.toString(16)}::1`

/** @param times calls of each caller, which stops at the first rejection */
function countAdmitted<T>(callers: readonly T[], times: number, call: (caller: T) => unknown): number {
  let admitted = 0
  for (const caller of callers) {
    try {
      for (let time = 0; time < times; time++, admitted++) call(caller)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'TOO_MANY_REQUESTS')) throw error
    }
  }
  return admitted
}

describe('the sessions of an account', () => {
  it.each([
    { name: 'call', perSession: 300, perAccount: 1_200 },
    { name: 'inFlight', perSession: 24, perAccount: 48 },
    { name: 'browserActivity', perSession: 1, perAccount: 4 },
    { name: 'pageFigures', perSession: 60, perAccount: 240 },
    { name: 'socket', perSession: 20, perAccount: 80 },
    { name: 'socketEvent', perSession: 50, perAccount: 200 },
  ] as const)('have, all 900 of them, $perAccount of $name, and one has $perSession', limit => {
    const admitted = (accountId: string, count: number) =>
      countAdmitted(
        Array.from({ length: count }, (_, session) => sessionOf(accountId, session)),
        limit.perSession + 1,
        limits[limit.name],
      )
    expect([admitted('one', 1), admitted('many', 900)]).toEqual([limit.perSession, limit.perAccount])
  })

  it('can open a screen of 100 calls in the same second, ten of them at once', () => {
    const sessions = Array.from({ length: 10 }, (_, session) => sessionOf('ordinary', session))
    expect(countAdmitted(sessions, 100, limits.call)).toBe(1_000)
  })
})

describe('the networks of one IPv6 /48', () => {
  it('have, all 65,536 of them, the public calls and sign-ins of sixteen networks', () => {
    const networks = Array.from({ length: 65_536 }, (_, network) => addressOf(network))
    const signIns = (addresses: readonly string[]) =>
      addresses.filter(address => limits.signInWaitSeconds(address) === 0)
    const signUp = (address: string) => limits.publicCall(sessionApi.signup, address)
    expect(countAdmitted([addressOf(1)], 21, signUp)).toBe(20)
    expect(countAdmitted(networks.slice(0, 1_000), 1, signUp)).toBe(16 * 20 - 20)
    expect(signIns(Array(40).fill(addressOf(1)))).toHaveLength(30)
    expect(signIns(networks)).toHaveLength(16 * 30 - 30)
    expect(signIns(['2001:db8:2::1', '1.2.3.4'])).toHaveLength(2)
  })
})
