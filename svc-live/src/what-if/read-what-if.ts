import { playsGame } from '@cascade/contracts/games'
import type { WhatIf, WhatIfDraw } from '@cascade/contracts/live'
import { type Ask, accountInScope, notFound, requirePermission } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'

type Input = { adminId: string; gameId: string; winpercentage: number }

/**
 * What the last draws of an admin's game would have come to with another percentage. A game that rests has had draws,
 * too. No records are kept yet, so that there is none to recompute.
 */
export async function readWhatIf(deps: Pick<LiveDeps, 'db' | 'games'>, { ctx, input }: Ask<Input>) {
  requirePermission(ctx, 'percentages.write')
  const [admin, game] = await Promise.all([
    accountInScope(deps.db, ctx.actor, input.adminId),
    deps.games.find(input.gameId),
  ])
  if (admin.role !== 'admin' || admin.deleted || !game || !playsGame(admin, game)) throw notFound()
  const draws: WhatIfDraw[] = []
  const nothing = { paid: 0, kept: 0 }
  const data: WhatIf = { draws, sums: { stake: 0, ...nothing, instead: nothing } }
  return { data }
}
