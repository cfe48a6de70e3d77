import type { BenchLedger } from './bench-ledger'

/** Bytes of data and indexes a transfer takes, as the server counts them. */
export async function bytesPerTransfer({ db }: BenchLedger) {
  const sizeOf = async (name: string) => {
    const stats = await db.command({ collStats: name })
    return { bytes: Number(stats.storageSize) + Number(stats.totalIndexSize), count: Number(stats.count) }
  }
  const [transfers, entries, totals, answers, outbox] = await Promise.all(
    ['transfers', 'entries', 'external_accounts', 'idempotency', 'outbox'].map(sizeOf),
  )
  const each = (...parts: ({ bytes: number } | undefined)[]) =>
    Math.round(parts.reduce((sum, part) => sum + (part?.bytes ?? 0), 0) / Math.max(1, transfers?.count ?? 0))
  return { booked: each(transfers, entries, totals), answers: each(answers), event: each(outbox) }
}
