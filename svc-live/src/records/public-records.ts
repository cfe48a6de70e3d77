import type { DrawDocument, PublicJwk } from '@cascade/contracts/live'

/** All versions of a draw's record without the confidential part, with the published keys. */
type PublicRecord = { documents: DrawDocument[]; keys: PublicJwk[] }

type Source = {
  versions: (drawId: string) => Promise<number>
  read: (drawId: string) => Promise<PublicRecord>
}

const publicRecordsMax = 256

/** Public records, cached by version count: signed records never change, and a correction adds one. */
export function createPublicRecords({ versions, read }: Source) {
  const cache = new Map<string, PublicRecord>()

  return async (drawId: string): Promise<PublicRecord> => {
    const count = await versions(drawId)
    if (count === 0) return { documents: [], keys: [] }
    const key = `${drawId}|${count}`
    const record = cache.get(key) ?? (await read(drawId))
    cache.delete(key)
    cache.set(key, record)
    const [oldest] = cache.keys()
    if (cache.size > publicRecordsMax && oldest !== undefined) cache.delete(oldest)
    return record
  }
}

/** Without the part that only operators above the draw may read. */
export const toPublicDocuments = (documents: readonly DrawDocument[]): DrawDocument[] =>
  documents.map(document => ({ ...document, confidential: undefined }))
