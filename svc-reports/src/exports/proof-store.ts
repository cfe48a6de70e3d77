import type { CollectionSpec } from '@cascade/service-kit'
import type { Db } from 'mongodb'

/** `_id` is `<proof>|<kind>|<id>`. */
type ProofRow = { _id: string; at: Date } & Record<string, unknown>

const name = 'proof_rows'
/** Removes the rows of an aborted proof. */
const retentionSeconds = 86_400

export const proofCollections: readonly CollectionSpec[] = [
  { name, indexes: [{ key: { at: 1 }, options: { expireAfterSeconds: retentionSeconds } }] },
]

/** Working rows of a proof, stored in the database so that only one page is in memory. */
export function createProofStore(db: Db, proof: string) {
  const rows = db.collection<ProofRow>(name)
  const at = new Date()
  const idOf = (kind: string, id: string) => `${proof}|${kind}|${id}`
  const all = (kind: string) => ({ _id: { $gte: idOf(kind, ''), $lt: idOf(kind, '\uffff') } })

  return {
    /** @returns ids that were already there */
    async add(kind: string, found: readonly ({ id: string } & Record<string, unknown>)[]): Promise<string[]> {
      const stored = await this.get(
        kind,
        found.map(({ id }) => id),
      )
      const ids = new Set(stored.keys())
      const duplicates: string[] = []
      const added: ProofRow[] = []
      for (const { id, ...row } of found) {
        if (ids.has(id)) duplicates.push(id)
        else added.push({ ...row, _id: idOf(kind, id), at })
        ids.add(id)
      }
      if (added.length > 0) await rows.insertMany(added)
      return duplicates
    },

    async get(kind: string, ids: readonly string[]): Promise<Map<string, Record<string, unknown>>> {
      const found = await rows.find({ _id: { $in: [...new Set(ids)].map(id => idOf(kind, id)) } }).toArray()
      return new Map(found.map(row => [row._id.slice(idOf(kind, '').length), row]))
    },

    async put(kind: string, changed: ReadonlyMap<string, Record<string, unknown>>): Promise<void> {
      const writes = [...changed].map(([id, { _id, ...row }]) => ({
        replaceOne: { filter: { _id: idOf(kind, id) }, replacement: { ...row, at }, upsert: true },
      }))
      if (writes.length > 0) await rows.bulkWrite(writes)
    },

    async *pages(kind: string, size: number): AsyncGenerator<(Record<string, unknown> & { id: string })[]> {
      const start = idOf(kind, '').length
      let page: (Record<string, unknown> & { id: string })[] = []
      for await (const row of rows.find(all(kind))) {
        page.push({ ...row, id: row._id.slice(start) })
        if (page.length < size) continue
        yield page
        page = []
      }
      if (page.length > 0) yield page
    },

    clear: () => rows.deleteMany({ _id: { $gte: `${proof}|`, $lt: `${proof}|\uffff` } }),
  }
}
export type ProofStore = ReturnType<typeof createProofStore>
