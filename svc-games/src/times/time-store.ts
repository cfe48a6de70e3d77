import type { Time } from '@cascade/contracts/games'
import { type CollectionPlan, conflict } from '@cascade/service-kit'
import { type Collection, type Db, MongoServerError } from 'mongodb'

export const timePlans: readonly CollectionPlan[] = [
  {
    name: 'times',
    validator: {
      $jsonSchema: { required: ['timecount'], properties: { timecount: { minimum: 10, maximum: 86_400 } } },
    },
    indexes: [{ key: { timecount: 1 }, options: { unique: true } }],
  },
]

export const timesOf = (db: Db): Collection<Time> => db.collection('times')

/** All times, shortest first. */
export const listTimes = (db: Db): Promise<Time[]> => timesOf(db).find().sort({ timecount: 1 }).toArray()

/** @throws AppError CONFLICT when there is such a time already. */
export async function insertTime(db: Db, time: Time): Promise<void> {
  try {
    await timesOf(db).insertOne(time)
  } catch (error) {
    if (error instanceof MongoServerError && error.code === 11000) {
      const message = 'This time already exists.'
      throw conflict(message, { timecount: message })
    }
    throw error
  }
}
