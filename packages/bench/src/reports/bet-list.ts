import { setTimeout as sleep } from 'node:timers/promises'
import { gameCodes } from '@cascade/contracts/games'
import type { Suite } from '@cascade/dev-stack'
import { connectMongo } from '@cascade/service-kit'
import type { Document } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import { openPlay } from '../live/bench-play'
import { momentsOf } from './told-events'

const rowsTogether = 1_000
/** As svc-live keeps its lists; where it keeps them otherwise, the first page that is read does not have its rows. */
const leafSize = 200
const quickSeconds = 10

type Row = Document & { _id: string }

/** The tickets of one ticket's model and the lists in which they stand, which only svc-live knows by their names. */
export type BetList = { gameId: string; grow: (count: number) => Promise<void>; close: () => Promise<void> }

/** Places one bet, waits until it is settled, and multiplies it. */
export async function openBetList(suite: Suite): Promise<BetList> {
  const play = await openPlay(suite, 1)
  const { gameId } = await play.addGame(gameCodes.funTarget, quickSeconds)
  await play.bet(0, gameId, { type: 'straight', drawno: '7' })
  const { db, close } = await connectMongo(suite.mongo.uri, 'live')
  const tickets = db.collection<Row>('tickets')
  const heads = db.collection<Row>('history_heads')
  const leaves = db.collection<Row>('history_leaves')
  const model = await settledTicket()
  const lists = (await heads.find({ day: model.day }).toArray()).map(({ list }) => String(list))

  /** Copies of a settled draw's ticket: nobody settles that draw again. */
  async function settledTicket(): Promise<Row> {
    for (let looks = 600; looks > 0; looks--) {
      const ticket = await tickets.findOne({ gameId })
      const draw = ticket && (await db.collection<Row>('draws').findOne({ _id: String(ticket.drawId) }))
      if (ticket && draw?.state === 'settled') return ticket
      await sleep(100)
    }
    throw new Error('The bet of the benchmark is not settled')
  }

  async function insertTickets(count: number): Promise<Map<string, string[]>> {
    const idsOfDay = new Map<string, string[]>()
    const moments = momentsOf(count)
    for (let from = 0; from < count; from += rowsTogether) {
      const part = moments.slice(from, from + rowsTogether).map(({ at, day }): Row => {
        const _id = uuidv7()
        idsOfDay.set(day, [...(idsOfDay.get(day) ?? []), _id])
        return { ...model, _id, at, day, playerDay: `${model.playerId}|${day}` }
      })
      await tickets.insertMany(part)
    }
    return idsOfDay
  }

  /** Appends to a list as svc-live does: to the last leaf, and then to new ones. */
  async function append(list: string, day: string, ids: readonly string[]) {
    const head = { _id: `${list}|${day}`, list, day }
    const before = Number((await heads.findOne({ _id: head._id }))?.count ?? 0)
    const added = new Map<number, string[]>()
    ids.forEach((id, index) => {
      const leaf = Math.floor((before + index) / leafSize)
      added.set(leaf, [...(added.get(leaf) ?? []), id])
    })
    await leaves.bulkWrite(
      Array.from(added, ([leaf, own]) => {
        const update: Document = { $push: { ids: { $each: own } } }
        return { updateOne: { filter: { _id: `${head._id}|${leaf}` }, update, upsert: true } }
      }),
    )
    const { _id, ...names } = head
    await heads.updateOne({ _id }, { $inc: { count: ids.length }, $setOnInsert: names }, { upsert: true })
  }

  return {
    gameId,
    close,
    async grow(count) {
      const idsOfDay = await insertTickets(count)
      for (const [day, ids] of idsOfDay) for (const list of lists) await append(list, day, ids)
    },
  }
}
