import { toHundredths } from '@cascade/contracts'
import { type HistoryRow, liveApi } from '@cascade/contracts/live'
import type { PublicApi } from '../api/public-api'
import type { Settled } from './check-pools'

const pageSize = 500
const lookAgainMs = 2_000

/**
 * Waits until every one of these tickets has a result and its win is booked.
 * @param masterId above all players
 * @returns undefined when it was told to stop before
 */
export async function awaitSettlement(
  operator: PublicApi,
  masterId: string,
  tickets: ReadonlySet<string>,
  { startDate, signal }: { startDate: string; signal: AbortSignal },
): Promise<Settled | undefined> {
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

async function readAll(operator: PublicApi, userId: string, startDate: string): Promise<HistoryRow[]> {
  const rows: HistoryRow[] = []
  for (let page = 1; ; page++) {
    const query = { userId, startDate, page, size: pageSize, order: 'asc' as const }
    const { data } = await operator.call(liveApi.history, { query })
    rows.push(...(data as HistoryRow[]))
    if (data.length < pageSize) return rows
  }
}
