import { toPoints } from '@cascade/contracts'
import type { Metrics } from '@cascade/service-kit'

export type LedgerMetrics = ReturnType<typeof createLedgerMetrics>

/** What the writer shows at `/metrics`; nothing where nobody looks. */
export function createLedgerMetrics(metrics?: Pick<Metrics, 'gauge' | 'counter'>) {
  const batches = metrics?.counter('ledger_batches_total', 'Transactions of the writer that committed')
  const settled = metrics?.counter('ledger_settled_total', 'Requests that were settled: by batches, their mean size')
  const conflicts = metrics?.counter('ledger_conflicts_total', 'Transactions that were repeated')
  const refusals = metrics?.counter('ledger_refusals_total', 'Requests that the ledger refused', ['reason'])
  return {
    writes: (isHere: () => boolean) =>
      metrics?.gauge('ledger_writes', 'Whether this instance writes the ledger', { read: () => Number(isHere()) }),
    /** What the issuer gave out and what wallets hold, in points: more in wallets than was issued came out of pools. */
    totals(read: () => Promise<{ issued: bigint; wallets: bigint }>) {
      metrics?.gauge('ledger_issued_points', 'Points that the issuer gave out', {
        read: async () => toPoints((await read()).issued),
      })
      metrics?.gauge('ledger_wallets_points', 'Points that all wallets hold', {
        read: async () => toPoints((await read()).wallets),
      })
    },
    waiting: (read: () => number) => metrics?.gauge('ledger_queue', 'Requests that wait for the writer', { read }),
    committed(size: number) {
      batches?.inc()
      settled?.inc(size)
    },
    repeated: () => conflicts?.inc(),
    refused: (reason: string) => refusals?.inc({ reason }),
  }
}
