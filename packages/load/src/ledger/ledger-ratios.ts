import { closedLoop, figureRow, interleave, type Row, ratioRow, warmUp } from '../measure'
import { type BenchLedger, openLedger } from './bench-ledger'
import { rawTransfer } from './raw-transfer'

const walletCount = 1_000

/**
 * The ledger module without HTTP against the raw program, each in its own database on the same server.
 * @throws Error if either ledger is inconsistent, which makes every figure invalid
 */
export async function ledgerRatios(uri: string, { rounds, ms }: { rounds: number; ms: number }): Promise<Row[]> {
  const ours = await openLedger(uri, { name: 'ledger', count: walletCount })
  const peer = await openLedger(uri, { name: 'raw', count: walletCount })
  const raw = rawTransfer(peer)
  const rate = (callers: number, once: (caller: number) => Promise<void>) => async () =>
    (await closedLoop(callers, ms, once)).perSecond
  const transfer = () => ours.transfer(...ours.pair(), 1n)
  const pass = () => raw(...peer.pair(), 1n)
  const ledger = (callers: number) => rate(callers, transfer)
  const program = (callers: number) => rate(callers, pass)
  const hot = rate(32, caller => ours.transfer(...ours.fromFirst(caller), 1n))
  const hotProgram = rate(32, caller => raw(...peer.fromFirst(caller), 1n))
  try {
    await warmUp(ms, transfer, pass)
    const rows = [
      ratioRow(
        'R2 ledger module, 32 callers / raw program',
        '>= 3.0',
        await interleave(rounds, ledger(32), program(32)),
      ),
      ratioRow('R2 ledger module, 1 caller / raw program', '>= 0.85', await interleave(rounds, ledger(1), program(1))),
      ratioRow('R3 all debit one wallet, 32 callers / raw', '>= 6', await interleave(rounds, hot, hotProgram)),
      ratioRow('R3 one wallet / spread wallets, ledger', '>= 0.8', await interleave(rounds, hot, ledger(32))),
      await storageRow(ours),
      ratioRow(
        'R9 cost of a replay / fresh transfer, 1 caller',
        '<= 0.4',
        await replayCost(ours, { rounds, ms }),
        ' ms',
      ),
    ]
    const faults = [...(await ours.faults()), ...(await peer.faults())]
    if (faults.length > 0) throw new Error(`invalid run: ledger inconsistent\n${faults.slice(0, 5).join('\n')}`)
    return rows
  } finally {
    await ours.close()
    await peer.close()
  }
}

async function storageRow(ours: BenchLedger): Promise<Row> {
  const { booked, answers, event } = await bytesPerTransfer(ours)
  const note = `+ ${answers} B of answer for 30 days, ${event} B of event for its retention`
  return figureRow('R8 bytes of a transfer with its entries and indexes', `${booked} B`, '<= 1,500 B', note)
}

async function replayCost(ours: BenchLedger, { rounds, ms }: { rounds: number; ms: number }) {
  const [from, to] = ours.pair()
  await ours.transfer(from, to, 1n, 'replayed')
  const cost = (once: () => Promise<void>) => async () => 1000 / (await closedLoop(1, ms, once)).perSecond
  const replay = cost(() => ours.transfer(from, to, 1n, 'replayed'))
  return interleave(
    rounds,
    replay,
    cost(() => ours.transfer(...ours.pair(), 1n)),
  )
}

/** Data and index bytes per transfer, as reported by the server. */
async function bytesPerTransfer({ db }: BenchLedger) {
  const sizeOf = async (name: string) => {
    const stats = await db.command({ collStats: name })
    return { bytes: Number(stats.storageSize) + Number(stats.totalIndexSize), count: Number(stats.count) }
  }
  const [transfers, entries, totals, answers, outbox] = await Promise.all(
    ['transfers', 'entries', 'external_accounts', 'idempotency', 'outbox'].map(sizeOf),
  )
  const bytesPerTransfer = (...parts: ({ bytes: number } | undefined)[]) =>
    Math.round(parts.reduce((sum, part) => sum + (part?.bytes ?? 0), 0) / Math.max(1, transfers?.count ?? 0))
  return {
    booked: bytesPerTransfer(transfers, entries, totals),
    answers: bytesPerTransfer(answers),
    event: bytesPerTransfer(outbox),
  }
}
