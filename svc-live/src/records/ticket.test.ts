import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeTicket } from '../testing/make-ticket'
import { claimDateOf, claimedUntil, claimedUpToWin, payableOf, withClaim } from './ticket'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute))

describe('claimed amount of a ticket', () => {
  it('never counts claims above the win, in any order of corrections, claims and recoveries', () => {
    const step = fc.oneof(
      fc.record({ win: fc.bigInt(0n, 10_000n) }),
      fc.record({ part: fc.double({ min: 0, max: 1, noNaN: true }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), steps => {
        let ticket = makeTicket()
        for (const each of steps) {
          if ('win' in each) ticket = { ...ticket, win: each.win }
          else {
            const { unclaimed, debt } = payableOf(ticket)
            const whole = unclaimed > 0n ? unclaimed : -debt
            ticket = withClaim(ticket, (whole * BigInt(Math.round(each.part * 100))) / 100n, at(1))
          }
          expect(claimedUpToWin(ticket)).toBeLessThanOrEqual(ticket.win)
          expect(claimDateOf(ticket) !== null).toBe(ticket.win > 0n && ticket.claimed >= ticket.win)
        }
      }),
    )
  })

  it('shows claims as of any moment, limited to the stored changes of a ticket with very many', () => {
    let ticket = makeTicket()
    for (let minute = 1; minute <= 60; minute++) ticket = withClaim(ticket, minute % 3 === 0 ? -50n : 100n, at(minute))
    expect(ticket.claims).toHaveLength(50)
    expect(claimedUntil(ticket, at(60))).toEqual({ claimed: ticket.claimed, claimedAt: ticket.claimedAt })
    expect(claimedUntil(ticket, at(31))).toEqual({ claimed: 1_600n, claimedAt: at(31) })
    expect(claimedUntil(ticket, at(30))).toEqual({ claimed: 1_500n, claimedAt: at(29) })
    expect(claimedUntil(ticket, at(11))).toMatchObject({ claimed: 650n })
    expect(claimedUntil(makeTicket(), at(60))).toEqual({ claimed: 0n, claimedAt: null })
  })

  it('keeps the claim date when a correction reduces the win, and has none when nothing is left', () => {
    const claimed = withClaim({ ...makeTicket(), win: 9_000n }, 9_000n, at(1))
    const less = withClaim({ ...claimed, win: 4_500n }, -4_500n, at(5))
    expect([less.claimed, claimDateOf(less)]).toEqual([4_500n, at(1)])
    expect(claimDateOf({ ...claimed, win: 0n })).toBeNull()
    expect(claimDateOf(withClaim({ ...makeTicket(), win: 9_000n }, 1_000n, at(1)))).toBeNull()
  })
})
