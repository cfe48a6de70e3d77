import { setTimeout as sleep } from 'node:timers/promises'
import {
  connectMongo,
  createLease,
  createLogger,
  createMetrics,
  ensureCollections,
  type Mongo,
} from '@cascade/service-kit'
import { v7 as uuidv7 } from 'uuid'
import {
  createCheckStore,
  issuerId,
  ledgerCollections,
  startVerifier,
  verifyLedger,
} from '../../../../svc-accounts/src/ledger'
import { interleave, type Row, ratioRow } from '../measure'

/** `BENCH_ENTRIES=100000` for a quick check; ten times fewer are the peer. */
const many = Number(process.env.BENCH_ENTRIES ?? (process.env.BENCH_FULL === '1' ? 10_000_000 : 1_000_000))
const perDay = 5_000
const walletCount = 50
const rowsPerInsert = 5_000

/** Time of a round of the ledger's verification after a day of transfers, with long and short history before it. */
export async function verificationRows(uri: string, rounds: number): Promise<Row[]> {
  const [ours, peer] = [await openHistory(uri, many), await openHistory(uri, many / 10)]
  try {
    const measured = await interleave(rounds, ours.verifyDay, peer.verifyDay)
    const name = `Verification of a day with ${many.toLocaleString('en-US')} entries before it / a tenth of them`
    const faults = process.env.BENCH_FULL === '1' ? [] : (await verifyLedger(peer.client, peer.db)).faults
    if (faults.length > 0) throw new Error(`invalid run: ledger inconsistent\n${faults.slice(0, 5).join('\n')}`)
    return [ratioRow(name, '<= 1.2', measured, ' ms')]
  } finally {
    await ours.close()
    await peer.close()
  }
}

/** A ledger of generated points alone, whose first `count` transfers are verified. */
async function openHistory(uri: string, count: number) {
  const mongo: Mongo = await connectMongo(uri, `bench-verified-${uuidv7().slice(-6)}`)
  const { client, db } = mongo
  await ensureCollections(db, ledgerCollections)
  const wallets = Array.from({ length: walletCount }, () => uuidv7())
  const store = createCheckStore(db)
  let head = 0

  const insert = (name: string, rows: { _id: string }[]) =>
    db.collection<{ _id: string }>(name).insertMany(rows, { ordered: false })

  /** Generates one point after the other, for each wallet in turn. */
  async function append(transfers: number) {
    for (const end = head + transfers; head < end; ) {
      const numbers = Array.from({ length: Math.min(rowsPerInsert, end - head) }, (_, index) => head + index)
      const booked = numbers.map(number => toRows(wallets[number % walletCount] ?? '', number))
      await insert(
        'transfers',
        booked.map(({ transfer }) => transfer),
      )
      await insert(
        'entries',
        booked.map(({ entry }) => entry),
      )
      head += numbers.length
    }
    await setHeads()
  }

  async function setHeads() {
    const total = BigInt(head)
    const set = (name: string, _id: string, change: object) =>
      db.collection<{ _id: string }>(name).updateOne({ _id }, { $set: change }, { upsert: true })
    await set('ledger_writer', 'writer', {
      version: 1n,
      holder: '',
      walletTotal: total,
      creditHead: total,
      playHead: 0n,
    })
    await set('external_accounts', issuerId, { balance: -total, gateVersion: 0 })
    for (const [index, id] of wallets.entries()) {
      const { seq, balance } = checkOf(index)
      await set('wallets', id, { seq, balance, status: 'active', scopeVersion: 1, lastChange: '', updatedAt: at })
    }
  }

  const checkOf = (index: number) => {
    const count = BigInt(Math.floor((head - index - 1) / walletCount) + 1)
    return { seq: count, balance: count }
  }

  /** @returns duration of a round in ms */
  async function verify(): Promise<number> {
    const lease = createLease(db, 'ledger verification', { owner: 'bench', now: Date.now })
    const endedAt = async () => (await store.round())?.last?.endedAt.getTime()
    const before = await endedAt()
    const startedAt = performance.now()
    const logger = createLogger('bench', 'error')
    const verifier = startVerifier({
      client,
      db,
      everyMs: 60_000,
      lease,
      logger,
      metrics: createMetrics('svc-accounts'),
    })
    while ((await endedAt()) === before) await sleep(20)
    const tookMs = performance.now() - startedAt
    await verifier.stop()
    if (((await store.round())?.last?.faults ?? 1) > 0) throw new Error('invalid run: the verification found faults')
    return tookMs
  }

  // The first round stores checkpoints, which are then moved to the end of the history.
  await setHeads()
  await verify()
  await append(count)
  const round = await store.round()
  if (!round) throw new Error('The verification has not run.')
  await store.saveChecks(wallets.map((id, index) => [id, checkOf(index)]))
  await store.save({ ...round, creditSeq: BigInt(head) })

  return {
    client,
    db,
    async verifyDay() {
      await append(perDay)
      return verify()
    },
    close: mongo.close,
  }
}

const at = new Date()

function toRows(walletId: string, number: number) {
  const seq = BigInt(Math.floor(number / walletCount) + 1)
  const shared = { kind: 'generated', bizDate: '2026-03-01', createdAt: at }
  const _id = uuidv7()
  const postings = [
    { w: issuerId, username: 'bench', amount: -1n, seq: null, balAfter: 0n },
    { w: walletId, username: 'bench', amount: 1n, seq, balAfter: seq },
  ]
  const place = { role: 'admin', ancestry: {} }
  const creditSeq = BigInt(number + 1)
  return {
    transfer: { _id, ...shared, hash: '', amount: 1n, postings, note: '', creditSeq, places: [place, place] },
    entry: { _id: `${walletId}|${String(seq).padStart(15, '0')}`, ...shared, t: _id, amount: 1n, balAfter: seq },
  }
}
