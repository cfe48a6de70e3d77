import { gameEvents, type Time } from '@cascade/contracts/games'
import { inTransaction, type Mongo, type NewEvent, writeOutbox } from '@cascade/service-kit'
import { MongoServerError } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import { timesOf } from '../times/time-store'
import { type GameRow, gamesOf, snapshotOf } from './game-store'
import { seededGames, seededTimes } from './master-data'

const bootstrapId = 'master-data'

/**
 * Writes the master data once in a database's life: what is deleted later stays deleted, and of several replicas that
 * start together one does it.
 * @returns whether this call wrote it.
 */
export async function seedGames({ client, db }: Mongo): Promise<boolean> {
  const bootstraps = db.collection<{ _id: string; at: Date }>('bootstraps')
  if (await bootstraps.findOne({ _id: bootstrapId })) return false
  const times: Time[] = seededTimes.map(timecount => ({ _id: uuidv7(), timecount }))
  const games = makeRows(times)
  try {
    await inTransaction(client, async session => {
      await bootstraps.insertOne({ _id: bootstrapId, at: new Date() }, { session })
      await timesOf(db).insertMany(times, { session })
      await gamesOf(db).insertMany(
        games.map(({ row }) => row),
        { session },
      )
      await writeOutbox(
        db,
        games.map(({ row, timecount }) => createdEvent(row, timecount)),
        session,
      )
    })
    return true
  } catch (error) {
    if (error instanceof MongoServerError && error.code === 11000) return false
    throw error
  }
}

function makeRows(times: readonly Time[]) {
  return seededGames.map(({ timecount, ...game }) => {
    const row: GameRow = {
      _id: uuidv7(),
      ...game,
      timeIds: times.filter(time => time.timecount === timecount).map(time => time._id),
      status: 'active',
      publisher: 'Cascade',
      releaseDate: '2025-01-01',
      label: 'no',
      images: [],
      deleted: false,
      version: 1,
    }
    return { row, timecount }
  })
}

function createdEvent(row: GameRow, timecount: number): NewEvent {
  return {
    type: gameEvents.created.shape.type.value,
    data: snapshotOf(row, timecount),
    actor: null,
    correlationId: row._id,
  }
}
