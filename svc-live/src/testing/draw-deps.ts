import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GameDescription, gameEvents } from '@cascade/contracts/games'
import { masterDescription } from '@cascade/draw-rules/master'
import { AppError, createMetrics, writeOutbox } from '@cascade/service-kit'
import { silentLogger } from '@cascade/service-kit/testing'
import type { Db } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import type { BaseDeps } from '../base-deps'
import { createStores } from '../base-deps'
import { startCatalog } from '../catalog/catalog'
import { storeVersions } from '../catalog/version-store'
import { createPublicChains, createSeeds, createSigner, RecordKey } from '../drawing/keys'
import { createLedgerClient } from '../ledger/client'
import { createDeadLetterStore } from '../ledger/dead-letter-store'
import { createDeadLetters } from '../ledger/dead-letters'
import type { Scratch } from './scratch'

const startedAt = '2026-01-01T00:00:00.000Z'

const makeChains = () => [
  { kid: 'seed-1', firstDay: '2020-01-01', days: 3653, tip: Buffer.alloc(32, 7).toString('base64url') },
]

function makeRecordKey(kid = 'record-1'): RecordKey {
  const { privateKey } = generateKeyPairSync('ed25519')
  return RecordKey.parse({ ...privateKey.export({ format: 'jwk' }), kid })
}

export function makeKeys() {
  const file = join(mkdtempSync(join(tmpdir(), 'cascade-seeds-')), 'day-seeds.json')
  writeFileSync(file, JSON.stringify(makeChains()))
  return { LIVE_DAY_SEEDS_FILE: file, LIVE_RECORD_JWK: makeRecordKey() }
}

/** Stores active games as svc-games would publish them, from the master data by default. */
export async function storeGames(db: Db, gameIds: readonly string[], description?: GameDescription): Promise<void> {
  const versions = gameIds.map(gameId => ({
    gameId,
    version: 1,
    description: description ?? describe(gameId),
    by: null,
    at: startedAt,
  }))
  await db.client.withSession(tx => storeVersions(db, versions, tx))
  await db.collection<{ _id: string }>('games').insertMany(gameIds.map(snapshotOf))
}

/** Engine dependencies on a scratch database with these active games. @param own overrides */
export async function startDrawDeps(
  { db, transaction, beforeStop }: Scratch,
  gameIds: readonly string[],
  own: Partial<BaseDeps> = {},
): Promise<BaseDeps> {
  await storeGames(db, gameIds)
  const stores = createStores(db)
  const clock = own.clock ?? { now: Date.now }
  const deadLetterStore = createDeadLetterStore(db, clock.now)
  const metrics = createMetrics('svc-live')
  const deadLetters = createDeadLetters(deadLetterStore, metrics, silentLogger)
  const seeds = createSeeds(makeChains, 'UTC')
  const callUnavailable = async () => {
    throw new AppError('UNAVAILABLE', 'This test has no ledger.')
  }
  const catalog = await startCatalog(stores, { logger: silentLogger, onPause: () => undefined })
  beforeStop(catalog.stop)
  return {
    now: () => new Date(clock.now()),
    newId: uuidv7,
    transaction,
    writeEvents: (events, tx) => writeOutbox(db, events, { at: new Date(clock.now()), tx }),
    ...stores,
    db,
    zone: 'UTC',
    logger: silentLogger,
    clock,
    announceDraws: () => undefined,
    catalog,
    seeds,
    publicChains: createPublicChains({ draws: stores.draws, clock, seeds, zone: 'UTC' }),
    signer: createSigner(makeRecordKey()),
    deadLetters,
    deadLetterStore,
    ledger: createLedgerClient(callUnavailable, { deadLetters, logger: silentLogger, metrics }),
    ...own,
  }
}

function describe(gameId: string): GameDescription {
  const description = masterDescription(gameId)
  if (!description) throw new Error(`${gameId} is no game of the master data`)
  return description
}

const snapshotOf = (gameId: string) =>
  gameEvents.created.shape.data.parse({
    _id: `id-${gameId}`,
    gameId,
    gameName: gameId,
    nodigit: 10,
    timecount: 60,
    status: 'active',
    deleted: false,
    version: 1,
  })
