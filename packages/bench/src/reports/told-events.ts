import type { Ancestry } from '@cascade/contracts/accounts'
import type { DrawSettled } from '@cascade/contracts/live'
import { connectMongo, type OutboxRow, outboxRow } from '@cascade/service-kit'
import { v7 as uuidv7 } from 'uuid'
import { momentsOf } from './moments'

export type BenchAccount = { _id: string; username: string; role: string; ancestry: Ancestry }

const rowsTogether = 1_000
/** In hundredths. */
const stake = 200
const rates = { superareamanager: 200, areamanager: 150, master: 100, player: 50 }
const shared = { actor: null, correlationId: 'bench' }

/**
 * Puts `count` credit transfers and `count` stakes into the outboxes of those who would tell of them: svc-reports makes
 * its views of them as of any others. The ledger knows nothing of them.
 */
export async function tellPlay(uri: string, players: readonly BenchAccount[], gameId: string, count: number) {
  await insertEvents(uri, 'accounts', transferEvents(players, count))
  await insertEvents(uri, 'live', settledEvents(players, gameId, count))
}

async function insertEvents(uri: string, domain: string, rows: Iterable<OutboxRow>) {
  const { db, close } = await connectMongo(uri, domain)
  try {
    let part: OutboxRow[] = []
    const write = async () => {
      if (part.length > 0) await db.collection<OutboxRow>('outbox').insertMany(part)
      part = []
    }
    for (const row of rows) if (part.push(row) === rowsTogether) await write()
    await write()
  } finally {
    await close()
  }
}

/** From each player's master to the player, in turn. */
function* transferEvents(players: readonly BenchAccount[], count: number): Generator<OutboxRow> {
  for (const [index, { at, day }] of momentsOf(count).entries()) {
    const player = atTurn(players, index)
    const { master = '', ...above } = player.ancestry
    const data = {
      ...{ transferId: uuidv7(), kind: 'transfer', amount: '1', note: '', bizDate: day },
      ...{ sourceBalance: '0', destinationBalance: '1' },
      source: { walletId: master, username: `above ${player.username}`, role: 'master', ancestry: above },
      destination: { walletId: player._id, username: player.username, role: 'player', ancestry: player.ancestry },
    }
    yield { ...outboxRow({ ...shared, type: 'credit.transfer.recorded.v1', data }), at }
  }
}

/** A stake of each player in each draw: the most lines that so many stakes can make. */
function* settledEvents(players: readonly BenchAccount[], gameId: string, count: number): Generator<OutboxRow> {
  const draws = Math.ceil(count / players.length)
  for (const [index, { at, day }] of momentsOf(draws).entries()) {
    const staking = players.slice(0, Math.min(players.length, count - index * players.length))
    const data: DrawSettled['data'] = {
      ...{ drawId: `bench-${uuidv7()}`, adminId: players[0]?.ancestry.admin ?? '', gameId, resultVersion: 1 },
      ...{ drawAt: at.toISOString(), result: '7', booster: 1, chunk: 0, day },
      players: staking.map(({ _id, username, ancestry }) => ({
        ...{ id: _id, username, ancestry, rates },
        ...{ stakeDay: day, tickets: 1, play: String(stake), win: '0' },
      })),
    }
    yield { ...outboxRow({ ...shared, type: 'live.draw.settled.v1', data }), at }
  }
}

function atTurn<T>(all: readonly T[], index: number): T {
  const one = all[index % all.length]
  if (one === undefined) throw new Error('The demo tree has no players')
  return one
}
