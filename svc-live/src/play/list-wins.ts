import { toPoints } from '@cascade/contracts'
import type { PlayWins } from '@cascade/contracts/live'
import { type Ask, requirePermission } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'

/** What the signed-in player has won and not taken yet, by game. */
export async function listWins({ dues, catalogue }: Pick<LiveDeps, 'dues' | 'catalogue'>, { ctx }: Ask) {
  requirePermission(ctx, 'bets.place')
  const rows = (await dues.unclaimedOf(ctx.actor.accountId)).filter(({ amount }) => amount > 0n)
  const sumOf = (wins: typeof rows) => toPoints(wins.reduce((sum, { amount }) => sum + amount, 0n))
  const data = [...new Set(rows.map(({ gameId }) => gameId))].map((gameId): PlayWins => {
    const wins = rows.filter(row => row.gameId === gameId)
    return {
      ...{ gameId, gameName: catalogue.find(gameId)?.game.gameName ?? gameId, sum: sumOf(wins) },
      wins: wins.map(({ _id, amount, dueAt }) => ({
        ...{ ticketId: _id, amount: toPoints(amount), claimedAt: dueAt?.toISOString() ?? null },
      })),
    }
  })
  return { data, sum: sumOf(rows) }
}
