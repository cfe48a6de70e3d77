import { randomBytes } from 'node:crypto'
import { Binary, type Document, Long } from 'mongodb'
import { nameOf, type Upstream } from './wire'

const cursorOfAll = { batchSize: 1_000_000 }
const reads = ['find', 'aggregate', 'count', 'distinct']

/** `copies`: database of the copy by database. */
type Lag = { copies: Promise<Map<string, string>>; ended: Promise<void>; end: () => void }

/**
 * Simulates majority lag: for a time, majority reads return a copy of an earlier state. Replies to writes and commits,
 * linearizable reads and reads after a cluster time are delayed until the lag ends (MongoDB answers some of the latter
 * earlier). Transactions and local reads see the newest state, as in MongoDB. The copy has no indexes: without a sort,
 * its order may differ.
 */
export function createLag(upstream: Upstream) {
  const databases = new Set<string>()
  /** Database by open cursor of a copy. */
  const cursors = new Map<string, string>()
  const lsid = { id: new Binary(randomBytes(16), Binary.SUBTYPE_UUID) }
  let round = 0
  let lag: Lag | undefined
  let copies = new Map<string, string>()

  /** Reads in one transaction, so that the copy has other transactions as a whole or not at all. */
  async function copyAll(): Promise<Map<string, string>> {
    await dropCopies()
    round += 1
    copies = new Map([...databases].map(db => [db, `${db}-majority-${round}`]))
    const names: [db: string, collection: string][] = []
    for (const $db of databases) {
      const { cursor } = await upstream.command({ listCollections: 1, nameOnly: true, cursor: cursorOfAll, $db })
      for (const { name } of cursor.firstBatch) names.push([$db, name])
    }
    const fields = { lsid, txnNumber: Long.fromNumber(round), autocommit: false }
    const inserts: Document[] = []
    for (const [index, [$db, name]] of names.entries()) {
      const begin = index === 0 && { startTransaction: true, readConcern: { level: 'snapshot' } }
      const { cursor } = await upstream.command({ find: name, ...cursorOfAll, ...fields, ...begin, $db })
      inserts.push({ insert: name, documents: cursor.firstBatch, $db: copies.get($db) })
    }
    if (names.length > 0) await upstream.command({ abortTransaction: 1, ...fields, $db: 'admin' })
    for (const insert of inserts) if (insert.documents.length > 0) await upstream.command(insert)
    return copies
  }

  async function dropCopies() {
    for (const $db of copies.values()) await upstream.command({ dropDatabase: 1, $db })
  }

  return {
    /** Begins; resolves when majority reads stay behind. */
    async begin(ms: number): Promise<void> {
      if (lag) return
      let end: () => void = () => undefined
      const ended = new Promise<void>(resolve => {
        end = resolve
      })
      const own = { copies: copyAll(), ended, end }
      lag = own
      await own.copies
      setTimeout(() => {
        if (lag === own) lag = undefined
        end()
      }, ms).unref()
    },

    end(): void {
      lag?.end()
      lag = undefined
    },

    /** Resolves when a majority has what was written before. */
    caughtUp: async (): Promise<void> => lag?.ended,

    /** The database that a command outside transactions reads, or undefined for its own; waits where it must. */
    async databaseFor(document: Document): Promise<string | undefined> {
      const { $db, readConcern: { level, afterClusterTime } = {} as Document } = document
      if ($db !== 'admin') databases.add($db)
      const name = nameOf(document)
      if (name === 'getMore') return cursors.get(String(document.getMore))
      if (!lag || !reads.includes(name)) return undefined
      if (level === 'linearizable' || afterClusterTime) await lag.ended
      else if (level === 'majority' || level === 'snapshot') return (await lag.copies).get($db)
      return undefined
    },

    /** The reply from a copy as if it came from the database itself. */
    asOwn({ cursor, ...reply }: Document, from: string, { $db }: Document): Document {
      if (!cursor) return reply
      if (String(cursor.id) !== '0') cursors.set(String(cursor.id), from)
      return { cursor: { ...cursor, ns: cursor.ns.replace(from, $db) }, ...reply }
    },

    async close(): Promise<void> {
      lag?.end()
      await dropCopies().finally(upstream.close)
    },
  }
}
