import type { Time } from '@cascade/contracts/games'
import type { Db } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import { insertTime } from './time-store'

export async function createTime(db: Db, { timecount }: Pick<Time, 'timecount'>): Promise<Time> {
  const time: Time = { _id: uuidv7(), timecount }
  await insertTime(db, time)
  return time
}
