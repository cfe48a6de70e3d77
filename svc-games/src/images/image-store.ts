import type { CollectionSpec } from '@cascade/service-kit'
import { type Db, GridFSBucket, type GridFSFile } from 'mongodb'
import type { CleanImage } from './clean-image'

const bucketName = 'images'
/** Pictures fit into a single chunk. */
const chunkBytes = 1024 * 1024

export const imageCollections: readonly CollectionSpec[] = [
  {
    name: `${bucketName}.files`,
    indexes: [{ key: { filename: 1, uploadDate: 1 } }, { key: { 'metadata.keptAt': 1 } }],
  },
  { name: `${bucketName}.chunks`, indexes: [{ key: { files_id: 1, n: 1 }, options: { unique: true } }] },
]

/** Pictures in GridFS, named by the SHA-256 of their bytes. */
export function createImageStore(db: Db) {
  const bucket = new GridFSBucket(db, { bucketName, chunkSizeBytes: chunkBytes })
  const files = db.collection<GridFSFile>(`${bucketName}.files`)
  const chunks = db.collection(`${bucketName}.chunks`)

  return {
    /** Stores a picture; an existing one only gets a new timestamp, which keeps it from being swept. */
    async store({ bytes, hash }: CleanImage, now: Date): Promise<void> {
      const { matchedCount } = await files.updateOne({ filename: hash }, { $set: { 'metadata.keptAt': now } })
      if (matchedCount > 0) return
      await new Promise<void>((resolve, reject) => {
        const stream = bucket.openUploadStream(hash, { metadata: { keptAt: now } })
        stream.once('finish', () => resolve()).once('error', reject)
        stream.end(bytes)
      })
    },

    async read(hash: string): Promise<Buffer<ArrayBuffer> | undefined> {
      const file = await files.findOne({ filename: hash })
      if (!file) return undefined
      const parts: Buffer[] = []
      for await (const part of bucket.openDownloadStream(file._id)) parts.push(part as Buffer)
      return Buffer.concat(parts)
    },

    /** Hashes of up to `limit` pictures stored before `before`, in order, starting after the hash `after`. */
    async findStale(before: Date, after: string, limit: number): Promise<string[]> {
      const found = await files
        .find({ 'metadata.keptAt': { $lt: before }, filename: { $gt: after } })
        .sort({ filename: 1 })
        .limit(limit)
        .project<{ filename: string }>({ filename: 1 })
        .toArray()
      return found.map(file => file.filename)
    },

    /** Removes a picture unless it was stored again since `before`. */
    async remove(hash: string, before: Date): Promise<void> {
      const file = await files.findOneAndDelete({ filename: hash, 'metadata.keptAt': { $lt: before } })
      if (file) await chunks.deleteMany({ files_id: file._id })
    },
  }
}
