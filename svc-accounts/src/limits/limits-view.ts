import { type Role, toPoints } from '@cascade/contracts'
import type { LimitsView } from '@cascade/contracts/accounts'
import { personOf } from '@cascade/service-kit'
import { type LimitSummary, maxAt, type OwnLimit } from '../ledger'

const pointsOf = (amount: bigint | null | undefined) => (typeof amount === 'bigint' ? toPoints(amount) : null)

export function toLimitsView({ limits, own, balance, use }: LimitSummary, role: Role, now: Date): LimitsView {
  const { balanceMax, giveDayMax, mayTransfer = true, stakeDayMax, lossDayMax, by, at, counting } = limits
  const isCounted = role === 'player' || counting !== undefined
  const { pausedUntil } = own
  return {
    limits: {
      ...{ balanceMax: pointsOf(balanceMax), giveDayMax: pointsOf(giveDayMax), mayTransfer },
      ...{ stakeDayMax: pointsOf(stakeDayMax), lossDayMax: pointsOf(lossDayMax) },
    },
    setBy: by ? { accountId: by.id, username: by.username, role: by.role, ...personOf(by) } : null,
    setAt: at?.toISOString() ?? null,
    own: {
      stakeDayMax: ownOf(own.stakeDayMax, now),
      lossDayMax: ownOf(own.lossDayMax, now),
      pausedUntil: pausedUntil && pausedUntil > now ? pausedUntil.toISOString() : null,
    },
    usage: {
      day: use.day,
      ...{ balance: toPoints(balance), gifts: toPoints(use.gifts) },
      ...{ stakes: isCounted ? toPoints(use.stakes) : null, loss: isCounted ? toPoints(use.stakes - use.wins) : null },
    },
  }
}

function ownOf(limit: OwnLimit | undefined, now: Date): LimitsView['own']['stakeDayMax'] {
  const next = limit?.next && limit.next.from > now ? limit.next : undefined
  return {
    max: pointsOf(maxAt(limit, now.getTime())),
    next: next ? { max: pointsOf(next.max), from: next.from.toISOString() } : null,
  }
}
