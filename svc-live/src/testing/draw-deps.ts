import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GameDescription, gameEvents } from '@cascade/contracts/games'
import { masterDescription } from '@cascade/draw-rules/master'
import { type NewEvent, type Tx, writeOutbox } from '@cascade/service-kit'
import { silentLogger } from '@cascade/service-kit/testing'
import type { Db } from 'mongodb'
import { createTotalStore } from '../bets/total-store'
import { startCatalogue } from '../draws/catalogue'
import { createChainStore } from '../draws/chain-store'
import { createChangeStore } from '../draws/change-store'
import { createDrawStore } from '../draws/draw-store'
import { createGameCopy } from '../draws/games'
import { createJobStore } from '../draws/job-store'
import { createSeeds, createSigner, RecordKey } from '../draws/keys'
import { createRecordStore } from '../draws/record-store'
import { createVersionStore, keepVersions } from '../draws/schedule'
import { createTicketStore } from '../draws/ticket-store'
import type { Scratch } from './scratch'

const startedAt = '2026-01-01T00:00:00.000Z'

/** Ten years from 2020 on. */
const makeChains = () => [
  { kid: 'seed-1', firstDay: '2020-01-01', days: 3653, tip: Buffer.alloc(32, 7).toString('base64url') },
]

function makeRecordKey(kid = 'record-1'): RecordKey {
  const { privateKey } = generateKeyPairSync('ed25519')
  return RecordKey.parse({ ...privateKey.export({ format: 'jwk' }), kid })
}

/** The keys that this service is given where it runs. */
export function makeKeys() {
  const file = join(mkdtempSync(join(tmpdir(), 'cascade-seeds-')), 'day-seeds.json')
  writeFileSync(file, JSON.stringify(makeChains()))
  return { LIVE_DAY_SEEDS_FILE: file, LIVE_SEED_SECRETS: [], LIVE_RECORD_JWK: makeRecordKey() }
}

/** Makes these games known and active, as svc-games would tell of them. */
export async function keepGames(db: Db, gameIds: readonly string[]): Promise<void> {
  const versions = gameIds.map(gameId => ({
    gameId,
    version: 1,
    description: describe(gameId),
    by: null,
    at: startedAt,
  }))
  await db.client.withSession(tx => keepVersions(db, versions, tx))
  await db.collection<{ _id: string }>('games').insertMany(gameIds.map(snapshotOf))
}

/** What draws are decided with, on a scratch database in which these games are active. */
export async function startDrawDeps({ db, transaction }: Scratch, gameIds: readonly string[]) {
  const games = createGameCopy(db)
  await keepGames(db, gameIds)
  const versions = createVersionStore(db)
  const catalogue = await startCatalogue(games, versions, silentLogger)
  return {
    ...{ db, transaction, games, versions, catalogue, zone: 'UTC', logger: silentLogger },
    changes: createChangeStore(db),
    tickets: createTicketStore(db),
    writeEvents: (events: readonly NewEvent[], tx: Tx) => writeOutbox(db, events, tx),
    draws: createDrawStore(db),
    totals: createTotalStore(db),
    chains: createChainStore(db),
    records: createRecordStore(db),
    jobs: createJobStore(db),
    seeds: createSeeds(makeChains, 'UTC'),
    signer: createSigner(makeRecordKey()),
  }
}

function describe(gameId: string): GameDescription {
  const description = masterDescription(gameId)
  if (!description) throw new Error(`${gameId} is no game of the master data`)
  return description
}

const snapshotOf = (gameId: string) =>
  gameEvents.created.shape.data.parse({
    ...{ _id: `id-${gameId}`, gameId, gameName: gameId, nodigit: 10, timecount: 60, status: 'active', deleted: false },
    version: 1,
  })
