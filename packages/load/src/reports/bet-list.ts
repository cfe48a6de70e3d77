import { setTimeout as sleep } from 'node:timers/promises'
import { gameCodes } from '@cascade/contracts/games'
import type { Suite } from '@cascade/dev'
import { appendToLists, connectMongo, inTransaction } from '@cascade/service-kit'
import type { Document } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import { openPlay } from '../live/bench-play'
import { evenTimes } from './play-events'

const batchSize = 1_000
/** List name in svc-live. If it changes there, the first page read lacks its rows and the run fails. */
const listsName = 'history'
const quickSeconds = 10

type Row = Document & { _id: string }

/** Copies of one ticket and of its list rows, without knowledge of the field names. */
export type BetList = { gameId: string; grow: (count: number) => Promise<void>; close: () => Promise<void> }

/** Places one bet, waits until it is settled, and multiplies it. */
export async function openBetList(suite: Suite): Promise<BetList> {
  const play = await openPlay(suite, 1)
  const { gameId } = await play.addGame(gameCodes.funTarget, quickSeconds)
  await play.bet(0, gameId, { type: 'straight', drawno: '7' })
  const { client, db, close } = await connectMongo(suite.mongo.uri, 'live')
  const tickets = db.collection<Row>('tickets')
  const model = await settledTicket()
  const months = await db.collection<Row>(`${listsName}_months`).find().toArray()
  const readers = months.map(({ _id }) => _id.slice(0, _id.lastIndexOf('|')))

  /** A ticket of a settled draw, which is never settled again. */
  async function settledTicket(): Promise<Row> {
    for (let left = 600; left > 0; left--) {
      const ticket = await tickets.findOne({ gameId })
      const draw = ticket && (await db.collection<Row>('draws').findOne({ _id: String(ticket.drawId) }))
      if (ticket && draw?.state === 'settled') return ticket
      await sleep(100)
    }
    throw new Error('benchmark bet not settled in time')
  }

  return {
    gameId,
    close,
    async grow(count) {
      const moments = evenTimes(count)
      for (let from = 0; from < count; from += batchSize) {
        const part = moments.slice(from, from + batchSize).map(({ at, day }): Row & { day: string } => {
          return { ...model, _id: uuidv7(), at, day, playerDay: `${model.playerId}|${day}` }
        })
        const entries = part.map(({ _id: ref, day }) => ({ ref, day, readers }))
        await tickets.insertMany(part)
        await inTransaction(client, tx => appendToLists(db, listsName, entries, tx))
      }
    },
  }
}
