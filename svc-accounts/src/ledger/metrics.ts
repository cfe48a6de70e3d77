import { toPoints } from '@cascade/contracts'
import type { Metrics } from '@cascade/service-kit'

export type LedgerMetrics = ReturnType<typeof createLedgerMetrics>

export function createLedgerMetrics(metrics: Pick<Metrics, 'gauge' | 'counter'>) {
  const batches = metrics.counter('ledger_batches_total', 'Committed ledger transactions')
  const requests = metrics.counter(
    'ledger_settled_total',
    'Committed requests; divided by batches, the mean batch size',
  )
  const conflicts = metrics.counter('ledger_conflicts_total', 'Ledger transactions that were retried')
  const rejections = metrics.counter('ledger_refusals_total', 'Requests rejected by the ledger', ['reason'])
  return {
    trackLeadership: (isLeader: () => boolean) =>
      metrics.gauge('ledger_writes', '1 if this instance is the ledger leader', { read: () => Number(isLeader()) }),
    /** Wallets can exceed what was issued: the difference came out of pools. */
    trackTotals(read: () => Promise<{ issued: bigint; wallets: bigint }>) {
      metrics.gauge('ledger_issued_points', 'Points issued', {
        read: async () => toPoints((await read()).issued),
      })
      metrics.gauge('ledger_wallets_points', 'Points in all wallets', {
        read: async () => toPoints((await read()).wallets),
      })
    },
    trackQueue: (read: () => number) => metrics.gauge('ledger_queue', 'Requests in the writer queue', { read }),
    committed(size: number) {
      batches.inc()
      requests.inc(size)
    },
    conflict: () => conflicts.inc(),
    rejected: (reason: string) => rejections.inc({ reason }),
  }
}
