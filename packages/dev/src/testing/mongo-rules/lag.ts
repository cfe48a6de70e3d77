import { randomUUID } from 'node:crypto'
import { Binary, type Document, Long } from 'mongodb'
import { nameOf } from './sessions'
import type { Upstream } from './wire'

const batchSize = 1_000_000
const reads = ['find', 'aggregate', 'count', 'distinct']

type Copy = { ofDb: (db: string) => string | undefined }
type Lag = { copied: Promise<Copy>; ended: Promise<void>; end: () => void }

/**
 * Majority lag: for a time the state that a majority has stands still. Majority reads are answered from a copy of it.
 * What needs a majority waits until the end: replies to writes and commits, linearizable reads and reads after a
 * cluster time (of which MongoDB answers some earlier). Transactions and local reads see the newest state, as in
 * MongoDB. The copy has no indexes: without a sort, its order may differ.
 */
export function createLag(upstream: Upstream) {
  const databases = new Set<string>()
  /** Database by open cursor of a copy. */
  const cursors = new Map<string, string>()
  const lsid = { id: new Binary(Buffer.from(randomUUID().replaceAll('-', ''), 'hex'), Binary.SUBTYPE_UUID) }
  let round = 0
  let lag: Lag | undefined
  let copies: string[] = []

  async function copyAll(): Promise<Copy> {
    for (const $db of copies) await upstream.command({ dropDatabase: 1, $db })
    round += 1
    const copied = new Map([...databases].map(db => [db, `${db}-majority-${round}`]))
    copies = [...copied.values()]
    const names = new Map<string, string[]>()
    for (const $db of databases) {
      const { cursor } = await upstream.command({ listCollections: 1, nameOnly: true, cursor: { batchSize }, $db })
      names.set(
        $db,
        cursor.firstBatch.map(({ name }: Document) => name),
      )
    }
    const rows = await readSnapshot(names)
    for (const { $db, name, documents } of rows) {
      if (documents.length > 0) await upstream.command({ insert: name, documents, $db: copied.get($db) })
    }
    return { ofDb: db => copied.get(db) }
  }

  /** In a transaction, so that the copy has other transactions as a whole or not at all. */
  async function readSnapshot(names: Map<string, string[]>) {
    const inTransaction = { lsid, txnNumber: Long.fromNumber(round), autocommit: false }
    const rows: { $db: string; name: string; documents: Document[] }[] = []
    for (const [$db, collections] of names) {
      for (const name of collections) {
        const begin = rows.length === 0 && { startTransaction: true, readConcern: { level: 'snapshot' } }
        const { cursor } = await upstream.command({ find: name, batchSize, ...inTransaction, ...begin, $db })
        rows.push({ $db, name, documents: cursor.firstBatch })
      }
    }
    if (rows.length > 0) await upstream.command({ abortTransaction: 1, ...inTransaction, $db: 'admin' })
    return rows
  }

  return {
    /** Begins; resolves when majority reads stay behind. */
    async begin(ms: number): Promise<void> {
      if (lag) return
      let end: () => void = () => undefined
      const ended = new Promise<void>(resolve => {
        end = resolve
      })
      const own: Lag = { copied: copyAll(), ended, end }
      lag = own
      await own.copied
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
      const { $db, readConcern } = document
      if ($db !== 'admin' && $db !== undefined) databases.add($db)
      const name = nameOf(document)
      if (name === 'getMore') return cursors.get(String(document.getMore))
      if (!lag || !reads.includes(name)) return undefined
      if (readConcern?.level === 'linearizable' || readConcern?.afterClusterTime) {
        await lag.ended
        return undefined
      }
      if (readConcern?.level !== 'majority' && readConcern?.level !== 'snapshot') return undefined
      return (await lag.copied).ofDb($db)
    },

    /** The reply from a copy as if it came from the database itself. */
    asOwn(reply: Document, from: string, { $db }: Document): Document {
      const { cursor } = reply
      if (!cursor) return reply
      if (String(cursor.id) !== '0') cursors.set(String(cursor.id), from)
      return { ...reply, cursor: { ...cursor, ns: cursor.ns.replace(from, $db) } }
    },

    async close(): Promise<void> {
      lag?.end()
      for (const $db of copies) await upstream.command({ dropDatabase: 1, $db })
      upstream.close()
    },
  }
}
