import { type ScheduleInput, schedulesMax, scheduleTexts } from '@cascade/contracts/reports'
import { AppError, type CollectionSpec, type Days, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { nextTime } from './next-time'

/** A login: the account's own without a person. */
type Owner = { accountId: string; personId?: string | undefined }
export type ScheduleRow = ScheduleInput &
  Owner & {
    _id: string
    /** Due time of the next mail. */
    nextAt: Date
    /** When a worker tries to send it: the due time, the end of another worker's lease, or after a pause. */
    tryAt: Date
    /** Attempts to send the next mail. */
    tries: number
    last: (Days & { at: Date; state: 'sent' | 'failed' }) | null
  }

/** Longer than an attempt, `attemptMsMax`. */
const leaseMs = 240_000

export const scheduleCollections: readonly CollectionSpec[] = [
  { name: 'schedules', indexes: [{ key: { accountId: 1, _id: 1 } }, { key: { tryAt: 1 } }] },
]

type Window = { page?: number | undefined; size?: number | undefined }

/** Schedules by login. */
export function createScheduleStore(db: Db, { now, newId }: { now: () => Date; newId: () => string }) {
  const rows: Collection<ScheduleRow> = db.collection('schedules')
  const ofOwner = ({ accountId, personId }: Owner) => ({ accountId, personId: personId ?? { $exists: false } })
  const timed = (input: ScheduleInput) => {
    const nextAt = nextTime(input, now())
    return { ...input, nextAt, tryAt: nextAt, tries: 0 }
  }
  /** The row as a worker has leased it. */
  const leased = ({ _id, nextAt, tries }: ScheduleRow) => ({ _id, nextAt, tries })

  return {
    /** Oldest first. */
    async own(owner: Owner, { page = 1, size = schedulesMax }: Window) {
      const [data, total] = await Promise.all([
        rows
          .find(ofOwner(owner))
          .sort({ _id: 1 })
          .skip((page - 1) * size)
          .limit(size)
          .toArray(),
        rows.countDocuments(ofOwner(owner)),
      ])
      return { data, total }
    },
    /** @throws AppError UNPROCESSABLE beyond the limit */
    async insert({ accountId, personId }: Owner, input: ScheduleInput): Promise<ScheduleRow> {
      if ((await rows.countDocuments(ofOwner({ accountId, personId }), { limit: schedulesMax })) >= schedulesMax) {
        throw new AppError('UNPROCESSABLE', scheduleTexts.full)
      }
      const row = { _id: newId(), accountId, ...(personId && { personId }), ...timed(input), last: null }
      await rows.insertOne(row)
      return row
    },
    /** @returns null unless it is a schedule of the owner */
    replace: (owner: Owner, _id: string, input: ScheduleInput) =>
      rows.findOneAndUpdate({ _id, ...ofOwner(owner) }, { $set: timed(input) }, { returnDocument: 'after' }),
    /** @returns false unless it was a schedule of the owner */
    remove: async (owner: Owner, _id: string) => (await rows.deleteOne({ _id, ...ofOwner(owner) })).deletedCount === 1,

    /** The schedule that is due first; another worker repeats it if this one dies. */
    lease: () =>
      rows.findOneAndUpdate(
        { tryAt: { $lte: now() } },
        { $set: { tryAt: new Date(now().getTime() + leaseMs) }, $inc: { tries: 1 } },
        { sort: { tryAt: 1 }, returnDocument: 'after' },
      ),
    repeat: (row: ScheduleRow, tryAt: Date) => rows.updateOne(leased(row), { $set: { tryAt } }),
    /** Moves on to the next period. @returns false if the row was changed, or leased again, in the meantime */
    async finish(row: ScheduleRow, last: ScheduleRow['last'], tx?: Tx): Promise<boolean> {
      const nextAt = nextTime(row, new Date(Math.max(now().getTime(), row.nextAt.getTime())))
      const change = { $set: { nextAt, tryAt: nextAt, tries: 0, last } }
      return (await rows.updateOne(leased(row), change, { ...(tx && { session: tx }) })).matchedCount === 1
    },
  }
}
