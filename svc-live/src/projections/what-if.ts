import { setImmediate } from 'node:timers/promises'
import { toPoints } from '@cascade/contracts'
import { drawIdOf, type WhatIf, whatIfDrawsMax } from '@cascade/contracts/live'
import { createBoard, highestBooster, highestCost } from '@cascade/draw-rules'
import { replay } from '@cascade/draw-rules/draw'
import { type Call, requirePermission } from '@cascade/service-kit'
import { findActiveOffering, findOffering } from '../catalog/catalog'
import { offeringKey } from '../catalog/offering'
import type { LiveDeps } from '../deps'
import type { RecordRow } from '../records/record-store'

type Input = { adminId: string; gameId: string; winpercentage: number }
type Sums = { stake: bigint; paid: bigint; insteadPaid: bigint }

export async function readWhatIf(deps: LiveDeps, { ctx, input }: Call<Input>) {
  requirePermission(ctx, 'percentages.write')
  await findOffering(deps, ctx.actor, input.adminId, input.gameId)
  const draws: WhatIf['draws'] = []
  const sums: Sums = { stake: 0n, paid: 0n, insteadPaid: 0n }
  for (const { sealed } of await readLastRecords(deps, input)) {
    // Each replay takes milliseconds: yield to due draws.
    await setImmediate()
    const { record } = sealed
    const game = await deps.catalog.rules(record.gameId, record.gameVersion)
    const instead = replay(game, sealed, { winpercentage: input.winpercentage })
    const [stake, paid] = [BigInt(record.stake), BigInt(record.payout)]
    sums.stake += stake
    sums.paid += paid
    sums.insteadPaid += instead.payout
    draws.push({
      drawId: record.drawId,
      drawAt: record.drawAt,
      stake: toPoints(stake),
      result: record.result,
      paid: toPoints(paid),
      kept: toPoints(stake - paid),
      manual: record.manual !== null,
      instead: { result: instead.result, paid: toPoints(instead.payout), kept: toPoints(instead.kept) },
    })
  }
  const data: WhatIf = { draws, sums: toPointSums(sums) }
  return { data }
}

async function readLastRecords({ chains, records }: LiveDeps, offering: Input): Promise<RecordRow[]> {
  const [chain] = await chains.read([offering])
  const head = chain?.sequence ?? 0
  const found = (await records.findInChain(offering, head - whatIfDrawsMax + 1, head)).sort(
    (a, b) => b.sequence - a.sequence,
  )
  const visited = new Set<string>()
  return found.filter(({ drawId }) => !visited.has(drawId) && visited.add(drawId))
}

const toPointSums = ({ stake, paid, insteadPaid }: Sums): WhatIf['sums'] => ({
  stake: toPoints(stake),
  paid: toPoints(paid),
  kept: toPoints(stake - paid),
  instead: { paid: toPoints(insteadPaid), kept: toPoints(stake - insteadPaid) },
})

const legsMax = 20

export async function readLimits(deps: LiveDeps, { ctx, input }: Call<{ adminId: string; gameId: string }>) {
  requirePermission(ctx, 'live.control')
  const offering = await findActiveOffering(deps, ctx.actor, input.adminId, input.gameId)
  const times = deps.catalog.openDraw(offering, deps.clock.now())
  const [rules, row, stops] = await Promise.all([
    deps.catalog.rules(input.gameId, times.version),
    deps.draws.find(drawIdOf(input, times.drawAtMs)),
    deps.stops.findByOffering([input]),
  ])
  const board = createBoard(rules, Object.entries(row?.stakes ?? {}))
  const { limits } = rules.description
  const largest = [...board.stakes].sort(([, a], [, b]) => (a < b ? 1 : -1)).slice(0, legsMax)
  return {
    data: {
      stops: stops.get(offeringKey(input)) ?? { game: false, admin: false, everywhere: false },
      liability: { highest: toPoints(highestCost(board, highestBooster)), most: limits.liabilityMax },
      legs: largest.map(([key, stake]) => {
        const { type = '', drawno = '' } = rules.legs.get(key) ?? {}
        return { type, drawno, stake: toPoints(stake), most: limits.drawOptionMax }
      }),
    },
  }
}
