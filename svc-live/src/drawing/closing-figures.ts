import { toHundredths } from '@cascade/contracts'
import { toPercentageId } from '@cascade/contracts/games'
import type { Tx } from '@cascade/service-kit'
import type { BaseDeps } from '../base-deps'
import { type Offering, offeringKey } from '../catalog/offering'
import type { PayoutJob } from '../payout/job-store'
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
      await unpaidByOffering(deps, await deps.jobs.listOpen(tx), tx),
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
  jobs: readonly PayoutJob[],
  tx: Tx,
): Promise<Map<string, bigint>> {
  const newest = new Map(jobs.toSorted((a, b) => a.resultVersion - b.resultVersion).map(job => [job.drawId, job]))
  const paid = new Map((await draws.findByIds([...newest.keys()], tx)).map(row => [row._id, row.settledAmount]))
  const unpaid = new Map<string, bigint>()
  for (const job of newest.values()) {
    const key = offeringKey(job)
    unpaid.set(key, (unpaid.get(key) ?? 0n) + job.payout - (paid.get(job.drawId) ?? 0n))
  }
  return unpaid
}
