import { toHundredths } from '@cascade/contracts'
import { liveApi } from '@cascade/contracts/live'
import type { PublicApi } from '../api/public-api'

/** Balances of an admin's games, in hundredths. */
export type Pools = ReadonlyMap<string, bigint>

export async function readPools(operator: PublicApi, adminId: string, gameIds: readonly string[]): Promise<Pools> {
  const balances = await Promise.all(
    gameIds.map(async gameId => {
      const { data } = await operator.call(liveApi.loadGame, { query: { adminId, gameId } })
      return [gameId, toHundredths(data.percentageData[0]?.gameBalance ?? 0)] as const
    }),
  )
  return new Map(balances)
}

export type Settled = { stakes: bigint; wins: bigint }
export type Check = { isEqual: boolean; change: bigint; expected: bigint }

/** Whether the pools have changed by what was staked less what was won, to the hundredth. */
export function checkPools(before: Pools, after: Pools, { stakes, wins }: Settled): Check {
  const total = (pools: Pools) => [...pools.values()].reduce((sum, balance) => sum + balance, 0n)
  const change = total(after) - total(before)
  return { isEqual: change === stakes - wins, change, expected: stakes - wins }
}
