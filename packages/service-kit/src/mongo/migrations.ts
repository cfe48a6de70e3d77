import { createHash } from 'node:crypto'
import type { Collection, Db, IndexDescriptionInfo, MongoClient } from 'mongodb'
import { Gauge } from 'prom-client'
import { type Background, startLoop } from '../runtime/loop'
import type { Logger } from '../telemetry/logger'
import type { Metrics } from '../telemetry/metrics'
import { type CollectionSpec, indexNameOf } from './collections'
import { isDdlBusy } from './ddl'
import type { IndexBuild } from './ensure-collections'
import { instancesOf } from './instances'
import type { LeaseOf } from './lease'

/**
 * One step between two versions of the stored data, run by one instance while the service works. (umzug has no lease,
 * no partial steps and no version check.)
 */
export type Migration = {
  name: string
  /**
   * Whether the previous release works with the migrated data, so that a rollback is possible. Data that only that
   * release needs is removed one release later.
   */
  isReadByOlder: boolean
  /**
   * Migrates one bounded part. It may be killed, repeated and run twice at once; calls served meanwhile must handle
   * unmigrated data.
   * @returns whether there may be more
   */
  step: (parts: { client: MongoClient; db: Db }) => Promise<boolean>
}

/** Number of completed migrations, and number of migrations a program must know to read the data. */
type VersionRow = { _id: 'data'; version: number; readFrom: number }

const versionsOf = (db: Db): Collection<VersionRow> => db.collection('data_version')
export const migrationCollections: readonly CollectionSpec[] = [{ name: 'data_version' }]

async function storedVersion(db: Db): Promise<Omit<VersionRow, '_id'>> {
  const row = await versionsOf(db).findOne({ _id: 'data' })
  return { version: Number(row?.version ?? 0), readFrom: Number(row?.readFrom ?? 0) }
}

/** @throws Error when a newer release has migrated the data and this one cannot read it */
export async function assertDataVersion(db: Db, migrations: readonly Migration[]): Promise<void> {
  const { version, readFrom } = await storedVersion(db)
  if (readFrom <= migrations.length) return
  throw new Error(
    `The stored data has version ${version} of a newer release; this release supports version ${migrations.length}. Start the newer release.`,
  )
}

/** Digest of the declared indexes, to compare instances. */
export const indexesDigest = (specs: readonly CollectionSpec[]): string =>
  createHash('sha256')
    .update([...declaredIndexes(specs)].sort().join())
    .digest('base64url')

const declaredIndexes = (specs: readonly CollectionSpec[]) =>
  new Set(specs.flatMap(({ name, indexes = [] }) => indexes.map(index => `${name} ${indexNameOf(index)}`)))

const everyMs = 5_000
/** An instance that was cut off may still return with indexes of its own, which a large collection needs hours for. */
const absenceMsMin = 5 * 60_000

/**
 * Migrates the stored data to the version of this program, then drops indexes that no instance declares.
 * @returns the background task, and texts for `/readyz`
 */
export function startMigrations(options: {
  client: MongoClient
  db: Db
  migrations: readonly Migration[]
  specs: readonly CollectionSpec[]
  /** Builds indexes in the background. */
  build: (builds: readonly IndexBuild[]) => void
  leaseOf: LeaseOf
  /** The database's time in ms since 1970. */
  now: () => number
  metrics: Pick<Metrics, 'registry'>
  logger: Logger
}): Background & { notes: () => string[] } {
  const { client, db, migrations, specs, build, leaseOf, now, metrics, logger } = options
  const lease = leaseOf('migrations')
  const digest = indexesDigest(specs)
  let version = 0
  let failure = ''
  let isDone = false
  /** Since when no live instance has declared other indexes; undefined while one does. */
  let sameSinceMs: number | undefined

  addMetrics(db, migrations.length, metrics)

  const loop = startLoop(
    async () => {
      if (isDone) return undefined
      version = (await storedVersion(db)).version
      const next = migrations[version]
      // An instance without work must not block one that has some.
      if (!next && !(await isSettled())) return undefined
      if (!(await lease.hold())) return undefined
      if (next) {
        await advance(next)
        return 'again'
      }
      isDone = version > migrations.length || (await dropUndeclared().catch(retryIfBusy))
      await lease.release()
      return undefined
    },
    { everyMs, logger, name: 'migrations' },
  )

  async function advance({ name, isReadByOlder, step }: Migration) {
    try {
      if (!isReadByOlder) await raiseVersion({ readFrom: version + 1 })
      if (await step({ client, db })) return
      await raiseVersion({ version: ++version })
      failure = ''
      logger.info({ version, name }, 'stored data migrated')
    } catch (error) {
      failure = `; failed: ${error instanceof Error ? error.message : error}`
      throw error
    }
  }

  const raiseVersion = (to: Partial<VersionRow>) =>
    versionsOf(db).updateOne({ _id: 'data' }, { $max: to }, { upsert: true })

  /**
   * Other instances may rely on an index they declare, so drops wait for minutes without one. An instance registers
   * before it creates indexes: if one appears during the drop, the indexes are created again.
   */
  async function dropUndeclared(): Promise<boolean> {
    const declared = declaredIndexes(specs)
    const dropped: { collection: string; index: IndexDescriptionInfo }[] = []
    for (const collection of new Set(specs.map(({ name }) => name))) {
      for (const index of await db.collection(collection).indexes()) {
        const { name = '' } = index
        if (name === '_id_' || declared.has(`${collection} ${name}`)) continue
        await db.collection(collection).dropIndex(name)
        dropped.push({ collection, index })
        logger.info({ collection, index: name }, 'undeclared index dropped')
      }
    }
    if (dropped.length === 0 || (await allDeclareSame())) return true
    build(dropped.map(({ collection, index }) => ({ createIndexes: collection, indexes: [index] })))
    return false
  }

  function retryIfBusy(error: unknown): false {
    if (!isDdlBusy(error)) throw error
    logger.info({ err: error }, 'database busy: undeclared indexes are dropped later')
    return false
  }

  async function isSettled(): Promise<boolean> {
    sameSinceMs = (await allDeclareSame()) ? (sameSinceMs ?? now()) : undefined
    return sameSinceMs !== undefined && now() - sameSinceMs >= absenceMsMin
  }

  const allDeclareSame = async () =>
    (await instancesOf(db).countDocuments({ aliveUntil: { $gte: new Date(now()) }, indexes: { $ne: digest } })) === 0

  return {
    notes() {
      const next = migrations[version]
      return next ? [`stored data is migrated from version ${version} to ${version + 1}: ${next.name}${failure}`] : []
    },
    async stop() {
      await loop.stop()
      await lease.release()
    },
  }
}

function addMetrics(db: Db, latest: number, { registry }: Pick<Metrics, 'registry'>): void {
  const gauge = (name: string, help: string, read: (version: number) => number) => {
    const collect = async () =>
      versionGauge.set(
        await storedVersion(db).then(
          ({ version }) => read(version),
          () => Number.NaN,
        ),
      )
    const versionGauge: Gauge = new Gauge({ name, help, registers: [registry], collect })
  }
  gauge('cascade_data_version', 'Version of the stored data', version => version)
  gauge('cascade_data_migrating', '1 while a migration of the stored data is under way', version =>
    version < latest ? 1 : 0,
  )
}
