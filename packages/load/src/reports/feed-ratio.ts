import { setTimeout as sleep } from 'node:timers/promises'
import type { Suite } from '@cascade/dev'
import { connectMongo } from '@cascade/service-kit'
import { AckPolicy, connect, DeliverPolicy } from 'nats'
import { pumpTransfers } from '../ledger/bench-ledger'
import type { Row } from '../measure'

const batchSize = 500
const eventCount = 10_000
/** Polling interval: each poll costs the database, which the bare fetch does not use. */
const pollIntervalMs = 25
type Cursor = { _id: string; lastSeq: number }
type Mark = { _id: string; published: number }

/**
 * R10: events per second that svc-reports projects from the backlog after a restart, against a bare fetch and acknowledge
 * of the same events.
 */
export async function feedRatio(suite: Suite): Promise<Row> {
  const reports = await connectMongo(suite.mongo.uri, 'reports')
  const accounts = await connectMongo(suite.mongo.uri, 'accounts')
  try {
    const cursors = reports.db.collection<Cursor>('cursors')
    const lastSeq = async () => {
      // Each projection generation has its own cursor.
      const cursor = await cursors.findOne({ _id: /^reports-g\d+:accounts\.credit$/ })
      if (!cursor) throw new Error('no projection cursor in svc-reports')
      return Number(cursor.lastSeq)
    }
    await suite.processes['svc-reports']?.stop()
    const before = await lastSeq()
    await suite.processes['svc-accounts']?.stop()
    await pumpTransfers(accounts, ['master1', 'player1'], eventCount)
    await suite.processes['svc-accounts']?.restart()
    const head = Number((await accounts.db.collection('ledger_writer').findOne({}))?.creditHead ?? 0)
    const published = async () => {
      const mark = await accounts.db.collection<Mark>('feed_marks').findOne({ _id: 'accounts.credit' })
      return Number(mark?.published ?? 0)
    }
    while ((await published()) < head) await sleep(200)

    const bare = await bareFetch(suite.nats.uri, head - before)
    void suite.processes['svc-reports']?.restart()
    const ours = await catchUp(lastSeq, head)
    return {
      name: 'R10 events/s into the reports view / bare JetStream fetch and ack',
      ours: `${Math.round(ours)}/s`,
      peer: `${Math.round(bare)}/s`,
      ratio: (ours / bare).toFixed(2),
      aim: '>= 0.5',
      note: `${head - before} events`,
    }
  } finally {
    await reports.close()
    await accounts.close()
  }
}

/** Milliseconds from the first applied batch to the last event. */
async function catchUp(lastSeq: () => Promise<number>, head: number): Promise<number> {
  const start = await lastSeq()
  let from = start
  while (from === start) {
    await sleep(5)
    from = await lastSeq()
  }
  const startedAt = performance.now()
  let seq = from
  while (seq < head) {
    await sleep(pollIntervalMs)
    seq = await lastSeq()
  }
  return ((seq - from) / (performance.now() - startedAt)) * 1000
}

async function bareFetch(url: string, count: number): Promise<number> {
  const connection = await connect({ servers: url })
  const stream = 'cascade_accounts_credit'
  const manager = await connection.jetstreamManager()
  const { state } = await manager.streams.info(stream)
  const { name } = await manager.consumers.add(stream, {
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: Math.max(1, state.last_seq - count + 1),
    max_ack_pending: 5_000,
  })
  const consumer = await connection.jetstream().consumers.get(stream, name)
  const startedAt = performance.now()
  let seen = 0
  while (seen < count) {
    for await (const message of await consumer.fetch({ max_messages: batchSize, expires: 1_000 })) {
      message.ack()
      seen++
      if (message.info.pending === 0) break
    }
  }
  const perSecond = (seen / (performance.now() - startedAt)) * 1000
  await connection.close()
  return perSecond
}
