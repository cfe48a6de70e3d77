import type { Db, Document } from 'mongodb'
import { type ChainRow, chainOf, nameOf } from './chain'

type RecordRow = { _id: string; pair: string; sequence: number; drawAt: Date; sealed: { record: Document } }

const rowsPerRead = 1_000

/** `recordHash` of the rules of draws. */
export type DrawSources = { databases: Record<'live' | 'reports', Db>; recordHash: (record: never) => string }

/** Compares draw records with the chain, and each with the one before it: idle draws are in the chain only by that. */
export function createDrawVerification({ databases, recordHash }: DrawSources, fail: (text: string) => void) {
  const { live, reports } = databases
  const records = live.collection<RecordRow>('records')
  const hashOf = ({ sealed }: RecordRow) => recordHash(sealed.record as never)
  let last: RecordRow | undefined
  let chainedPair: string | undefined
  const suspects: string[] = []

  async function findChained(ids: string[]) {
    const rows = chainOf(reports).find({ kind: 'draw', entryId: { $in: ids } })
    return new Set((await rows.toArray()).map(({ entryId }) => entryId))
  }

  /** An offering may have records that are older than its first one in the chain. */
  async function checkRecords(rows: RecordRow[], since: Date | undefined) {
    const chained = await findChained(rows.map(({ _id }) => _id))
    for (const row of rows) {
      const { previous, stake, manual } = row.sealed.record
      const isNext = last && last.pair === row.pair && last.sequence + 1 === row.sequence
      if (last && isNext && previous !== hashOf(last))
        fail(`The draw record ${row._id} does not follow ${last._id}: one of them was changed or inserted.`)
      last = row
      if (chained.has(row._id)) chainedPair = row.pair
      else if ((stake !== '0' || manual) && (chainedPair === row.pair || !(since && row.drawAt < since)))
        suspects.push(row._id)
    }
  }

  /** Without those whose event svc-reports has not read yet. */
  async function checkSuspects() {
    const cursors = reports.collection<{ _id: string; lastSeq: number }>('cursors')
    const { lastSeq = 0 } = (await cursors.findOne({ _id: 'log-chain:live' })) ?? {}
    const unread = { $or: [{ seq: { $gt: Number(lastSeq) } }, { todo: 'number' }] }
    const events = await live.collection<Document>('outbox').find(unread).toArray()
    const pending = new Set(events.map(({ data }) => `${data.drawId}|${data.resultVersion}`))
    const chained = await findChained(suspects)
    for (const id of suspects)
      if (!pending.has(id) && !chained.has(id)) fail(`The draw record ${id} is not in the chain.`)
  }

  return {
    async verify(rows: readonly ChainRow[]) {
      const found = await records.find({ _id: { $in: rows.map(row => row.entryId) } }).toArray()
      const hashes = new Map(found.map(row => [row._id, hashOf(row)]))
      for (const row of rows)
        if (hashes.get(row.entryId) !== row.leaf)
          fail(`${nameOf(row)} was ${hashes.has(row.entryId) ? 'changed in' : 'deleted from'} the records.`)
    },

    /** @param since when the first entry was appended to the chain */
    async finish(since: Date | undefined) {
      let rows: RecordRow[] = []
      for await (const row of records.find({}).sort({ pair: 1, sequence: 1 })) {
        if (rows.push(row) < rowsPerRead) continue
        await checkRecords(rows, since)
        rows = []
      }
      await checkRecords(rows, since)
      await checkSuspects()
    },
  }
}
