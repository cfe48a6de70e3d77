import type { ClientSession, Collection } from 'mongodb'

export type SnapshotRow = { _id: string; version: number }

/** Stores those of `rows` that are newer than the stored versions, in the caller's transaction. */
export async function upsertNewest<R extends SnapshotRow>(
  collection: Collection<R>,
  rows: readonly R[],
  session: ClientSession,
): Promise<void> {
  const newest = new Map<string, R>()
  for (const row of rows) {
    if (row.version > (newest.get(row._id)?.version ?? -1)) newest.set(row._id, row)
  }
  if (newest.size === 0) return
  const copies = collection as unknown as Collection<SnapshotRow>
  const stored = await copies
    .find({ _id: { $in: [...newest.keys()] } }, { session, projection: { version: 1 } })
    .toArray()
  for (const { _id, version } of stored) {
    if (Number(version) >= (newest.get(_id)?.version ?? -1)) newest.delete(_id)
  }
  if (newest.size === 0) return
  const writes = [...newest.values()].map(row => {
    const { _id, ...replacement } = row
    return { replaceOne: { filter: { _id }, replacement, upsert: true } }
  })
  await copies.bulkWrite(writes, { session })
}
