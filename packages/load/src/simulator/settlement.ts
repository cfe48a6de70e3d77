import { toHundredths } from '@cascade/contracts'
import { type HistoryRow, liveApi } from '@cascade/contracts/live'
import type { Caller } from '../players/users'

const pageSize = 500
const lookAgainMs = 2_000

/**
 * Waits until every ticket has a result and its win is booked.
 * @param masterId parent of all players
 * @returns undefined if stopped before
 */
export async function awaitSettlement(
  operator: Caller,
  masterId: string,
  tickets: ReadonlySet<string>,
  { startDate, signal }: { startDate: string; signal: AbortSignal },
): Promise<Outcome | undefined> {
  while (!signal.aborted) {
    const rows = (await readAll(operator, masterId, startDate)).filter(({ ticketId }) => tickets.has(ticketId))
    if (rows.length === tickets.size && rows.every(({ resultNo }) => resultNo !== null)) {
      const sum = (field: 'playpoints' | 'winpoints') =>
        rows.reduce((total, row) => total + toHundredths(row[field]), 0n)
      return { stakes: sum('playpoints'), wins: sum('winpoints') }
    }
    await new Promise(resolve => setTimeout(resolve, lookAgainMs))
  }
  return undefined
}

async function readAll(operator: Caller, userId: string, startDate: string): Promise<HistoryRow[]> {
  const rows: HistoryRow[] = []
  for (let page = 1; ; page++) {
    const query = { userId, startDate, page, size: pageSize, order: 'asc' as const }
    const { data } = await operator.call(liveApi.history, { query })
    rows.push(...(data as HistoryRow[]))
    if (data.length < pageSize) return rows
  }
}

/** Game balances of an admin in hundredths. */
type Pools = ReadonlyMap<string, bigint>

export async function readPools(operator: Caller, adminId: string, gameIds: readonly string[]): Promise<Pools> {
  const balances = await Promise.all(
    gameIds.map(async gameId => {
      const { data } = await operator.call(liveApi.loadGame, { query: { adminId, gameId } })
      return [gameId, toHundredths(data.percentageData[0]?.gameBalance ?? 0)] as const
    }),
  )
  return new Map(balances)
}

type Outcome = { stakes: bigint; wins: bigint }
type Check = { isEqual: boolean; change: bigint; expected: bigint }

/** Checks that the pools changed by exactly stakes minus wins. */
export function checkPools(before: Pools, after: Pools, { stakes, wins }: Outcome): Check {
  const total = (pools: Pools) => [...pools.values()].reduce((sum, balance) => sum + balance, 0n)
  const change = total(after) - total(before)
  return { isEqual: change === stakes - wins, change, expected: stakes - wins }
}
