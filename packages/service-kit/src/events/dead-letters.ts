import { parseArgs } from 'node:util'
import type { ClientSession, Collection, Db } from 'mongodb'
import type { CollectionSpec } from '../mongo/collections'
import { isDatabaseFault } from '../mongo/driver-errors'

export type DeadLetter = {
  /** `<projection>:<event id>`, so that repeated failures share one letter. */
  _id: string
  projection: string
  event: unknown
  reason: string
  at: Date
  retry?: true
}

const retentionDays = 180

export const deadLetterCollections: readonly CollectionSpec[] = [
  {
    name: 'dead_letters',
    indexes: [
      { key: { projection: 1, retry: 1 } },
      { key: { at: 1 }, options: { expireAfterSeconds: retentionDays * 86_400 } },
    ],
  },
]

export const deadLettersOf = (db: Db): Collection<DeadLetter> => db.collection('dead_letters')

const retryBatchSize = 100
/** All projections of a process share one query per interval. */
const checkEveryMs = 10_000
type RetryCheck = { readers: Set<string>; at: number; found: Promise<ReadonlySet<string>> }
const checks = new WeakMap<Db, RetryCheck>()

/** Stores a dead letter, in the caller's transaction if there is one. */
export async function storeDeadLetter(
  db: Db,
  { _id, ...letter }: Omit<DeadLetter, 'retry' | 'at'>,
  session?: ClientSession,
): Promise<void> {
  await deadLettersOf(db).updateOne(
    { _id },
    { $set: { ...letter, at: new Date() }, $unset: { retry: '' } },
    { upsert: true, ...(session && { session }) },
  )
}

/**
 * Retries dead letters marked for retry; a letter that fails again is stored with the new reason.
 * @param apply applies the event of a letter and removes the letter, in one transaction
 */
export async function retryDeadLetters(
  db: Db,
  projection: string,
  apply: (letter: DeadLetter) => Promise<void>,
): Promise<void> {
  const letters = await deadLettersOf(db).find({ projection, retry: true }).limit(retryBatchSize).toArray()
  for (const letter of letters) {
    try {
      await apply(letter)
    } catch (error) {
      if (isDatabaseFault(error)) throw error
      const { _id, event } = letter
      await storeDeadLetter(db, { _id, projection, event, reason: String(error) })
    }
  }
}

/** Whether a projection has letters to retry, as of the last few seconds. */
export async function hasRetries(db: Db, projection: string): Promise<boolean> {
  const check = checks.get(db)
  if (check?.readers.has(projection) && performance.now() - check.at < checkEveryMs)
    return (await check.found).has(projection)
  return (await checkRetries(db, projection)).has(projection)
}

function checkRetries(db: Db, projection: string): Promise<ReadonlySet<string>> {
  const check = checks.get(db)
  const readers = new Set([...(check?.readers ?? []), projection])
  const found = deadLettersOf(db)
    .distinct('projection', { projection: { $in: [...readers] }, retry: true })
    .then(names => new Set(names))
  checks.set(db, { readers, at: performance.now(), found })
  found.catch(() => checks.delete(db))
  return found
}

const listedMax = 200

export const deadLettersUsage = 'dead-letters [--reader <name>] [--retry]'

/**
 * Lists dead letters, oldest first, or marks them for retry.
 * @param args as in `deadLettersUsage`; `--reader` selects one projection, e.g. `live:accounts`
 * @throws Error for an unknown option
 */
export async function runDeadLetters(db: Db, args: readonly string[], print: (line: string) => void): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { retry: { type: 'boolean', default: false }, reader: { type: 'string' } },
  })
  const filter = values.reader === undefined ? {} : { projection: values.reader }
  const letters = deadLettersOf(db)
  if (values.retry) {
    const { matchedCount } = await letters.updateMany(filter, { $set: { retry: true } })
    print(
      `${matchedCount} marked for retry: consumers apply them within seconds. Letters that fail again are listed again.`,
    )
    return
  }
  const found = await letters
    .find(filter)
    .sort({ at: 1 })
    .limit(listedMax + 1)
    .toArray()
  if (found.length === 0) return print('No dead letters.')
  for (const { projection, at, event, reason, retry } of found.slice(0, listedMax)) {
    const mark = retry ? ' (marked for retry)' : ''
    print(`${at.toISOString()} ${projection} ${typeOf(event)}${mark}\n  ${firstLineOf(reason)}`)
  }
  if (found.length > listedMax) print(`More than ${listedMax} letters: select some with --reader.`)
}

function typeOf(event: unknown): string {
  const { type, id } = (event ?? {}) as { type?: unknown; id?: unknown }
  return typeof type === 'string' ? `${type} ${id}` : 'not an event'
}

const firstLineOf = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 200)
