import { type Time, timeTexts } from '@cascade/contracts/games'
import { type CollectionSpec, conflict, isDuplicateKey, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

export const timeCollections: readonly CollectionSpec[] = [
  {
    name: 'times',
    validator: {
      $jsonSchema: { required: ['timecount'], properties: { timecount: { minimum: 10, maximum: 86_400 } } },
    },
    indexes: [{ key: { timecount: 1 }, options: { unique: true } }],
  },
]

export function createTimeStore(db: Db) {
  const rows: Collection<Time> = db.collection('times')
  return {
    /** Shortest first. */
    all: () => rows.find({}, { maxTimeMS: 5_000 }).sort({ timecount: 1 }).toArray(),

    insertMany: (times: readonly Time[], tx: Tx) => rows.insertMany([...times], { session: tx }),

    /** @throws AppError CONFLICT when a time of this length exists */
    async insert(time: Time, tx: Tx) {
      try {
        await rows.insertOne(time, { session: tx })
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        throw conflict(timeTexts.taken, { timecount: timeTexts.taken })
      }
    },
  }
}
