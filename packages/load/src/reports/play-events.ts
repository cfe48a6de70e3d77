import type { Ancestry } from '@cascade/contracts/accounts'
import type { DrawSettled } from '@cascade/contracts/live'
import { businessDay, connectMongo, type OutboxRow, outboxRow } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'

export type BenchAccount = { _id: string; username: string; role: string; ancestry: Ancestry }

const batchSize = 1_000
/** Stake in hundredths. */
const stake = 200
const rates = { superareamanager: 200, areamanager: 150, master: 100, player: 50 }
const shared = { actor: null, correlationId: 'bench' }

/**
 * Inserts events of `count` credit transfers and `count` stakes into the outboxes of their producers, so that svc-reports
 * projects them. Wallets are not changed.
 */
export async function insertPlayEvents(uri: string, players: readonly BenchAccount[], gameId: string, count: number) {
  await withDatabase(uri, 'accounts', async db => {
    // Every ledger batch changes this row, so the leader detects the change and reloads.
    const writer = db.collection<Writer>('ledger_writer')
    const head = (await writer.findOne({ _id: 'writer' }))?.creditHead ?? 0n
    await insertAll(db, 'transfers', transferRows(players, count, head))
    const $set = { creditHead: head + BigInt(count) }
    await writer.updateOne({ _id: 'writer' }, { $set, $inc: { version: 1n } })
  })
  await withDatabase(uri, 'live', db => insertAll(db, 'outbox', settledEvents(players, gameId, count)))
}

const playersPerEvent = 500

/** Inserts the events of one stake of each player at a moment in the past. */
export async function insertStakes(uri: string, players: readonly BenchAccount[], gameId: string, moment: Moment) {
  await withDatabase(uri, 'live', async db => {
    for (let from = 0; from < players.length; from += playersPerEvent) {
      const staking = players.slice(from, from + playersPerEvent)
      await insertAll(db, 'outbox', settledEvents(staking, gameId, staking.length, [moment]))
    }
  })
}

type Writer = { _id: 'writer'; version: bigint; creditHead: bigint }

async function withDatabase(uri: string, domain: string, work: (db: Db) => Promise<void>) {
  const { db, close } = await connectMongo(uri, domain)
  await work(db).finally(close)
}

async function insertAll<T extends { _id: string }>(db: Db, name: string, rows: Iterable<T>) {
  let part: T[] = []
  const write = async () => {
    if (part.length > 0) await db.collection<{ _id: string }>(name).insertMany(part)
    part = []
  }
  for (const row of rows) if (part.push(row) === batchSize) await write()
  await write()
}

function* transferRows(players: readonly BenchAccount[], count: number, head: bigint) {
  for (const [index, { at, day }] of evenTimes(count).entries()) {
    const player = atTurn(players, index)
    const { master = '', ...above } = player.ancestry
    const side = { seq: null, balAfter: 0n }
    yield {
      _id: uuidv7(),
      hash: '',
      kind: 'transfer',
      amount: 1n,
      note: '',
      bizDate: day,
      createdAt: at,
      actor: { id: 'bench', username: 'bench', role: 'superadmin' },
      correlationId: 'bench',
      postings: [
        { ...side, w: master, username: `above ${player.username}`, amount: -1n },
        { ...side, w: player._id, username: player.username, amount: 1n },
      ],
      places: [
        { role: 'master', ancestry: above },
        { role: 'player', ancestry: player.ancestry },
      ],
      creditSeq: head + BigInt(index + 1),
    }
  }
}

/** One stake per player and draw, which gives the most report rows per stake. */
function* settledEvents(
  players: readonly BenchAccount[],
  gameId: string,
  count: number,
  moments: readonly Moment[] = evenTimes(Math.ceil(count / players.length)),
): Generator<OutboxRow> {
  for (const [index, { at, day }] of moments.entries()) {
    const staking = players.slice(0, Math.min(players.length, count - index * players.length))
    const data: DrawSettled['data'] = {
      drawId: `bench-${uuidv7()}`,
      adminId: players[0]?.ancestry.admin ?? '',
      gameId,
      resultVersion: 1,
      drawAt: at.toISOString(),
      result: '7',
      booster: 1,
      chunk: 0,
      day,
      players: staking.map(({ _id, username, ancestry }) => ({
        id: _id,
        username,
        ancestry,
        rates,
        stakeDay: day,
        tickets: 1,
        play: String(stake),
        win: '0',
      })),
    }
    yield outboxRow({ ...shared, type: 'live.draw.settled.v1', data }, at)
  }
}

function atTurn<T>(all: readonly T[], index: number): T {
  const one = all[index % all.length]
  if (one === undefined) throw new Error('The demo tree has no players')
  return one
}

/** Rows are spread over this number of days up to now. */
export const dayCount = 30
const dayMs = 86_400_000

const zone = process.env.BUSINESS_ZONE ?? 'Asia/Kolkata'

export const dayAt = (at: Date) => businessDay(at, zone)

type Moment = { at: Date; day: string }

/** Evenly spaced times in the last `dayCount` days, with their business days. */
export function evenTimes(count: number): Moment[] {
  const end = Date.now()
  const start = end - (dayCount - 1) * dayMs
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(start + Math.floor(((end - start) * (index + 1)) / count))
    return { at, day: dayAt(at) }
  })
}
