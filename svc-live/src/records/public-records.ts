import type { DrawDocument, PublicJwk } from '@cascade/contracts/live'

/** Every version of a draw's record without its confidential part, and the keys that were published when it was read. */
type PublicRecord = { documents: DrawDocument[]; keys: PublicJwk[] }

type Source = {
  /** How many versions a draw's record has. */
  versions: (drawId: string) => Promise<number>
  read: (drawId: string) => Promise<PublicRecord>
}

const publicRecordsMax = 256

/** Records as the public reads them, cached by their versions: signed ones never change, and a correction adds one. */
export function createPublicRecords({ versions, read }: Source) {
  /** The least recently read one first. */
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

/** Documents without the part that only those above the draw may read. */
export const toPublicDocuments = (documents: readonly DrawDocument[]): DrawDocument[] =>
  documents.map(document => ({ ...document, confidential: undefined }))
