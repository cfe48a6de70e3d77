import { toHundredths } from '@cascade/contracts'
import { toPercentageId } from '@cascade/contracts/games'
import type { Tx } from '@cascade/service-kit'
import type { BaseDeps } from '../base-deps'
import { type Offering, offeringKey } from '../catalog/offering'
import type { PayoutRun } from '../payout/payout-run-store'
import type { ClosingDetails } from '../records/ticket'

type Closing = Offering & { gameVersion: number }

/**
 * The figures that decide draws about to be closed. The closing carries them through the ledger; later changes count
 * for the next draw.
 */
export async function readClosingFigures(deps: BaseDeps, draws: readonly Closing[]): Promise<ClosingDetails[]> {
  const percentages = await deps.games.percentages(draws)
  return deps.transaction(async tx => {
    const [chains, pools, unpaid] = [
      await deps.chains.read(draws, tx),
      await deps.totals.pools(draws, tx),
      await unpaidByOffering(deps, await deps.payoutRuns.listOpen(tx), tx),
    ]
    return draws.map((draw, index) => {
      const { winpercentage, version } = percentages.get(toPercentageId(draw.adminId, draw.gameId)) ?? noPercentage
      const settled = pools.get(offeringKey(draw))?.settled ?? 0n
      return {
        gameVersion: draw.gameVersion,
        winpercentage: String(toHundredths(winpercentage)),
        percentageVersion: version,
        settledInFull: String(settled + (unpaid.get(offeringKey(draw)) ?? 0n)),
        paidOut: String(chains[index]?.paidOut ?? 0n),
      }
    })
  })
}

const noPercentage = { winpercentage: 0, version: 0 }

async function unpaidByOffering(
  { draws }: Pick<BaseDeps, 'draws'>,
  runs: readonly PayoutRun[],
  tx: Tx,
): Promise<Map<string, bigint>> {
  const newest = new Map(runs.toSorted((a, b) => a.resultVersion - b.resultVersion).map(run => [run.drawId, run]))
  const paid = new Map((await draws.findByIds([...newest.keys()], tx)).map(row => [row._id, row.settledAmount]))
  const unpaid = new Map<string, bigint>()
  for (const run of newest.values()) {
    const key = offeringKey(run)
    unpaid.set(key, (unpaid.get(key) ?? 0n) + run.payout - (paid.get(run.drawId) ?? 0n))
  }
  return unpaid
}
