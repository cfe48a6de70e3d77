import { setTimeout as sleep } from 'node:timers/promises'
import type { Suite } from '@cascade/dev'
import { connectMongo, toLine } from '@cascade/service-kit'
import { AckPolicy, connect } from 'nats'
import { pumpTransfers } from '../ledger/bench-ledger'
import type { Row } from '../measure'

const batchSize = 500
const eventCount = 10_000
/** Polling interval: each poll costs the database, which the bare fetch does not use. */
const pollIntervalMs = 25
type Cursor = { _id: string; lastSeq: number }

/**
 * R10: events per second that svc-reports projects from the backlog after a restart, against a bare fetch and acknowledge
 * of as many messages, each with one transfer, from a stream.
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
    const transfer = await accounts.db.collection('transfers').findOne()
    const bare = await bareFetch(suite.nats.uri, toLine(transfer ?? {}), head - before)
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

async function bareFetch(url: string, payload: string, count: number): Promise<number> {
  const connection = await connect({ servers: url })
  const name = 'bench_bare'
  const { streams, consumers } = await connection.jetstreamManager()
  await streams.add({ name, subjects: [name] })
  const jetStream = connection.jetstream()
  for (let sent = 0; sent < count; sent += batchSize) {
    const size = Math.min(batchSize, count - sent)
    await Promise.all(Array.from({ length: size }, () => jetStream.publish(name, payload)))
  }
  await consumers.add(name, { durable_name: name, ack_policy: AckPolicy.Explicit, max_ack_pending: 5_000 })
  const consumer = await jetStream.consumers.get(name, name)
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
  await streams.delete(name)
  await connection.close()
  return perSecond
}
