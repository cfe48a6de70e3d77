import { closedLoop, figureRow, interleave, type Row, ratioRow, warmUp } from '../measure'
import { type BenchLedger, openLedger } from './bench-ledger'
import { openMedici } from './medici-transfer'
import { openPgledger } from './pgledger'
import { rawTransfer } from './raw-transfer'

const walletCount = 1_000
const pgledgerBytes = 743

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
      ...(await mediciRows(uri, { rounds, ms, ours: ledger })),
      ...(await pgledgerRows({ rounds, ms, ours: ledger, hot })),
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

type Rate = () => Promise<number>

/** R4. Our transfer cost is independent of the number of entries, because a transfer reads none. */
async function mediciRows(
  uri: string,
  { rounds, ms, ours }: { rounds: number; ms: number; ours: (callers: number) => Rate },
): Promise<Row[]> {
  const against = async (callers: number, size: { wallets: number; entries: number }) => {
    const medici = await openMedici(uri, size)
    const peer = async () => (await closedLoop(callers, ms, () => medici.transfer(...medici.pair(), 1))).perSecond
    const ratio = await interleave(rounds, ours(callers), peer)
    const total = await medici.total()
    await medici.close()
    if (total !== 0) throw new Error(`invalid run: the medici book sums to ${total}`)
    return ratio
  }
  const fresh = await against(32, { wallets: walletCount, entries: 1 })
  const grown = await against(1, { wallets: 2, entries: 100_000 })
  return [
    ratioRow('R4 ledger module, 32 callers / medici', '>= 5', fresh),
    ratioRow('R4 ledger module, 1 caller / medici, 100,000 entries in each wallet', '>= 20', grown),
  ]
}

type Rival = { rounds: number; ms: number; ours: (callers: number) => Rate; hot: Rate }

/** A ledger in pure PostgreSQL, on the same cores and disk. */
async function pgledgerRows({ rounds, ms, ours, hot }: Rival): Promise<Row[]> {
  const peer = await openPgledger(walletCount)
  if (!peer)
    return [figureRow('Ledger module / pgledger', 'left out', '', 'no PostgreSQL here: apt-get install postgresql')]
  const rate = (callers: number, pair: (caller: number) => [string, string]) => async () =>
    (await closedLoop(callers, ms, caller => peer.transfer(...pair(caller)))).perSecond
  try {
    await warmUp(ms, () => peer.transfer(...peer.pair()))
    const rows = [
      ratioRow('Ledger module, 32 callers / pgledger', '', await interleave(rounds, ours(32), rate(32, peer.pair))),
      ratioRow('Ledger module, 1 caller / pgledger', '', await interleave(rounds, ours(1), rate(1, peer.pair))),
      ratioRow(
        'Ledger module, all debit one wallet / pgledger',
        '',
        await interleave(rounds, hot, rate(32, peer.fromFirst)),
      ),
    ]
    const total = await peer.total()
    if (total !== 0) throw new Error(`invalid run: the pgledger accounts sum to ${total}`)
    return rows
  } finally {
    await peer.close()
  }
}

async function storageRow(ours: BenchLedger): Promise<Row> {
  const before = await bytesPerTransfer(ours)
  const times = (before.booked / pgledgerBytes).toFixed(2)
  const name = 'R8 bytes of a transfer with its entries and indexes / pgledger'
  const note = `+ ${before.answers} B of answer for 30 days, ${before.event} B of event for its retention`
  return { name, ours: `${before.booked} B`, peer: `${pgledgerBytes} B`, ratio: times, aim: '<= 2', note }
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
  const each = (...parts: ({ bytes: number } | undefined)[]) =>
    Math.round(parts.reduce((sum, part) => sum + (part?.bytes ?? 0), 0) / Math.max(1, transfers?.count ?? 0))
  return { booked: each(transfers, entries, totals), answers: each(answers), event: each(outbox) }
}
