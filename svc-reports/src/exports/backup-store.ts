import type { Backup } from '@cascade/contracts/reports'
import { type CollectionSpec, isDuplicateKey } from '@cascade/service-kit'
import { type Db, GridFSBucket, type ObjectId } from 'mongodb'

export type BackupRow = {
  /** `<adminId>|<folder>`. */
  _id: string
  adminId: string
  folder: string
  state: 'running' | 'done' | 'failed'
  createdAt: Date
  /** Last progress; a running backup without progress belongs to a dead process. */
  grewAt: Date
  by: string
  rows: number
  bytes: number
  /** Its file in GridFS. */
  archive: ObjectId
  checksum: string | null
  safetyOf: string | null
  /** `Idempotency-Key` of the call that made it. */
  key?: string
  proof: { at: Date; rows: number; faults: string[] } | null
  restoredAt: Date | null
  transferredAt: Date | null
}

const bucketName = 'backup_archives'

export const backupCollections: readonly CollectionSpec[] = [
  { name: 'backups', indexes: [{ key: { adminId: 1 } }] },
  { name: `${bucketName}.files`, indexes: [{ key: { filename: 1, uploadDate: 1 } }] },
  { name: `${bucketName}.chunks`, indexes: [{ key: { files_id: 1, n: 1 }, options: { unique: true } }] },
]

/** Per admin. */
const backupsMax = 30
const stalledAfterMs = 60_000

export function createBackupStore(db: Db, now: () => Date) {
  const rows = db.collection<BackupRow>('backups')
  const bucket = new GridFSBucket(db, { bucketName })
  const isStalled = ({ state, grewAt }: BackupRow) =>
    state === 'running' && now().getTime() - grewAt.getTime() > stalledAfterMs
  const withCurrentState = (row: BackupRow): BackupRow => (isStalled(row) ? { ...row, state: 'failed' } : row)

  return {
    /** When a backup was last proven without faults. There are few rows per admin, so this reads them all. */
    async lastProvenAt(): Promise<Date | undefined> {
      const found = await rows.find({ state: 'done' }).project<{ proof: BackupRow['proof'] }>({ proof: 1 }).toArray()
      const proven = found.flatMap(({ proof }) => (proof && proof.faults.length === 0 ? [proof.at] : []))
      return proven.sort((a, b) => b.getTime() - a.getTime())[0]
    },

    async ofAdmin(adminId: string): Promise<BackupRow[]> {
      const found = await rows.find({ adminId }).toArray()
      return found.map(withCurrentState).sort((a, b) => (a.folder < b.folder ? 1 : -1))
    },

    async find(adminId: string, folder: string): Promise<BackupRow | undefined> {
      const row = await rows.findOne({ _id: `${adminId}|${folder}` })
      return row ? withCurrentState(row) : undefined
    },

    /** @returns false when a concurrent backup has the same name */
    async insert(row: BackupRow): Promise<boolean> {
      return rows.insertOne(row).then(
        () => true,
        (error: unknown) => {
          if (isDuplicateKey(error)) return false
          throw error
        },
      )
    },

    set: (_id: string, change: Partial<BackupRow>) => rows.updateOne({ _id }, { $set: { ...change, grewAt: now() } }),

    write: (archive: ObjectId, name: string) => bucket.openUploadStreamWithId(archive, name),

    /** The bytes of an archive. @throws Error when a piece is missing */
    read: (archive: ObjectId): AsyncIterable<Buffer> => bucket.openDownloadStream(archive),

    async removeOldest(adminId: string): Promise<void> {
      const all = await rows.find({ adminId }).toArray()
      const old = all.sort((a, b) => (a.folder < b.folder ? 1 : -1)).slice(backupsMax)
      for (const { _id, archive } of old) {
        // An unfinished archive has chunks without a file.
        await db.collection(`${bucketName}.chunks`).deleteMany({ files_id: archive })
        await db.collection<{ _id: ObjectId }>(`${bucketName}.files`).deleteOne({ _id: archive })
        await rows.deleteOne({ _id })
      }
    },
  }
}

export function toBackup(row: BackupRow): Backup {
  const { folder, state, by, checksum, safetyOf, proof } = row
  const iso = (at: Date | null) => at?.toISOString() ?? null
  return {
    folder,
    state,
    by,
    checksum,
    safetyOf,
    createdAt: row.createdAt.toISOString(),
    rows: Number(row.rows),
    bytes: Number(row.bytes),
    proof: proof && { at: proof.at.toISOString(), rows: Number(proof.rows), faults: proof.faults },
    restoredAt: iso(row.restoredAt),
    transferredAt: iso(row.transferredAt),
  }
}

export type BackupStore = ReturnType<typeof createBackupStore>

const secondMs = 1_000

/**
 * Time and name of the next backup: the second in UTC, e.g. `2026-03-01_10-00-00`. Always later than the newest backup,
 * whatever the clock says: the safety backup of a restore may follow within a second, and names sort by creation.
 */
export function nextBackupName(now: Date, newest: Date | undefined): { createdAt: Date; folder: string } {
  const earliest = newest ? newest.getTime() + secondMs : 0
  const createdAt = new Date(Math.max(now.getTime(), earliest))
  return { createdAt, folder: createdAt.toISOString().slice(0, 19).replace('T', '_').replaceAll(':', '-') }
}
