import { createHash } from 'node:crypto'
import type { Collection, Db, IndexDescriptionInfo, MongoClient } from 'mongodb'
import { Gauge } from 'prom-client'
import type { Logger } from '../logger'
import { type Background, startLoop } from '../loop'
import type { Metrics } from '../telemetry/metrics'
import { type CollectionPlan, indexNameOf } from './collections'
import { instancesOf } from './instances'
import type { LeaseOf } from './lease'

/**
 * One step from a version of the stored data to the next, done while the service works, by one of its instances. umzug
 * was looked at: it has the loop over a list, and neither the lease nor parts, the refusal or the words.
 */
export type Migration = {
  /** What it does, as `/readyz` tells it. */
  name: string
  /**
   * Whether the release before works with what this leaves, so that one can go back to it. What that release still
   * needs is taken away by the release after the one that no longer does.
   */
  isReadByOlder: boolean
  /**
   * Does one bounded part, or nothing where nothing is left. It may be killed anywhere, done again, and done by two at
   * once; the calls that are answered meanwhile must read what is not moved yet, or do without it.
   * @returns whether there may be more
   */
  step: (parts: { client: MongoClient; db: Db }) => Promise<boolean>
}

/** How many migrations the stored data has behind it, and how many a program must know to work with it. */
type VersionRow = { _id: 'data'; version: number; readFrom: number }

const versionsOf = (db: Db): Collection<VersionRow> => db.collection('data_version')
export const migrationPlans: readonly CollectionPlan[] = [{ name: 'data_version' }]

async function storedVersion(db: Db): Promise<Omit<VersionRow, '_id'>> {
  const row = await versionsOf(db).findOne({ _id: 'data' })
  return { version: Number(row?.version ?? 0), readFrom: Number(row?.readFrom ?? 0) }
}

/** @throws Error with one sentence where a newer program has made of the data what this one cannot read */
export async function assertDataVersion(db: Db, migrations: readonly Migration[]): Promise<void> {
  const { version, readFrom } = await storedVersion(db)
  if (readFrom <= migrations.length) return
  throw new Error(
    `The stored data is of version ${version}, which a newer release has made; this one knows ${migrations.length}. Start the newer one.`,
  )
}

/** Stands for the indexes that a program declares: two that declare the same have the same. */
export const indexesDigest = (plans: readonly CollectionPlan[]): string =>
  createHash('sha256')
    .update([...declaredIndexes(plans)].sort().join())
    .digest('base64url')

const declaredIndexes = (plans: readonly CollectionPlan[]) =>
  new Set(plans.flatMap(({ name, indexes = [] }) => indexes.map(index => `${name} ${indexNameOf(index)}`)))

const everyMs = 5_000

/**
 * Brings the stored data to the version of this program, then removes the indexes that nobody declares any more.
 * @returns what runs, and what there is to tell of it in words
 */
export function startMigrations(options: {
  client: MongoClient
  db: Db
  migrations: readonly Migration[]
  /** Of everything that the service stores. */
  plans: readonly CollectionPlan[]
  leaseOf: LeaseOf
  /** The database's time in ms since 1970. */
  now: () => number
  metrics: Pick<Metrics, 'registry'>
  logger: Logger
}): Background & { notes: () => string[] } {
  const { client, db, migrations, plans, leaseOf, now, metrics, logger } = options
  const lease = leaseOf('migrations')
  const digest = indexesDigest(plans)
  let version = 0
  let failure = ''
  let isDone = false

  addMetrics(db, migrations.length, metrics)

  const loop = startLoop(
    async () => {
      if (isDone) return undefined
      version = (await storedVersion(db)).version
      const next = migrations[version]
      // Who has nothing to do keeps the lease from nobody who has.
      if (!next && !(await allDeclareSame())) return undefined
      if (!(await lease.hold())) return undefined
      if (next) {
        await advance(next)
        return 'again'
      }
      isDone = version > migrations.length || (await dropUndeclared())
      await lease.drop()
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
      failure = `; it fails: ${error instanceof Error ? error.message : error}`
      throw error
    }
  }

  const raiseVersion = (to: Partial<VersionRow>) =>
    versionsOf(db).updateOne({ _id: 'data' }, { $max: to }, { upsert: true })

  /**
   * An index that an instance beside this one still declares may be what it relies on, so nothing goes before all that
   * live declare the same. Whoever starts writes itself down before it makes its indexes: if one came in between, and
   * found them still there, they are made again.
   */
  async function dropUndeclared(): Promise<boolean> {
    const declared = declaredIndexes(plans)
    const dropped: { collection: string; index: IndexDescriptionInfo }[] = []
    for (const collection of new Set(plans.map(({ name }) => name))) {
      for (const index of await db.collection(collection).indexes()) {
        const { name = '' } = index
        if (name === '_id_' || declared.has(`${collection} ${name}`)) continue
        await db.collection(collection).dropIndex(name)
        dropped.push({ collection, index })
        logger.info({ collection, index: name }, 'index that nobody declares removed')
      }
    }
    if (dropped.length === 0 || (await allDeclareSame())) return true
    for (const { collection, index } of dropped) await db.command({ createIndexes: collection, indexes: [index] })
    return false
  }

  const allDeclareSame = async () =>
    (await instancesOf(db).countDocuments({ aliveUntil: { $gte: new Date(now()) }, indexes: { $ne: digest } })) === 0

  return {
    notes() {
      const next = migrations[version]
      return next ? [`stored data goes from version ${version} to ${version + 1}: ${next.name}${failure}`] : []
    },
    async stop() {
      await loop.stop()
      await lease.drop()
    },
  }
}

/** For Prometheus, in every service by the same names. */
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
