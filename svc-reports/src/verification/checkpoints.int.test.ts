import { connectMongo, type InternalClient, type Mongo, readFeed } from '@cascade/service-kit'
import type { ClientSession, Document } from 'mongodb'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { makeTransfer, transferRecorded } from '../testing/make-transfer'
import { startWorld } from '../testing/world'
import { verifyProjections } from './verify-projections'

const world = await startWorld()
/** Of the verification alone, to see its sessions. */
let mongo: Mongo
let sessions: ClientSession[]
let reads: { feed: string; after: number }[]
let beforeRead: (after: number) => Promise<void>
const dayCount = 6
const drawsPerDay = 10
const head = dayCount * drawsPerDay
const dayOf = (index: number) => `2026-03-0${1 + index}`

beforeAll(async () => {
  const { admin, manager, master, player } = world.tree
  await world.producer.emit(...[1, 2, 3].map(() => transferRecorded(makeTransfer(master, player))))
  await world.producer.emit(transferRecorded(makeTransfer(admin, manager)))
  for (let day = 0; day < dayCount; day++)
    await world.live.emit(...Array.from({ length: drawsPerDay }, (_, draw) => settled(day, draw)))
  await world.caughtUp()
  await world.stopReports()
  mongo = await connectMongo(inject('mongodbUri'), world.db.databaseName)
  const { client } = mongo
  const startSession = client.startSession.bind(client)
  client.startSession = options => {
    const session = startSession(options)
    sessions.push(session)
    return session
  }
})
afterAll(async () => {
  await mongo?.close()
  await world.stop()
})
beforeEach(() => {
  reads = []
  sessions = []
  beforeRead = async () => undefined
})

function settled(day: number, draw: number, stakeDay = dayOf(day)) {
  const { admin, player } = world.tree
  const at = `${dayOf(day)}T10:00:0${draw}.000Z`
  const rates = { superareamanager: 325, areamanager: 125, master: 155, player: 5 }
  const played = { stakeDay, tickets: 1, play: '1010', win: '200', rates }
  const players = [{ id: player.accountId, username: 'p', ancestry: player.ancestry, ...played }]
  const description = {
    drawId: `${at}${stakeDay}`,
    adminId: admin.accountId,
    gameId: 'MNOQqWWi',
    resultVersion: 1,
    drawAt: at,
  }
  const data = { ...description, result: '7', booster: 1, chunk: 0, day: dayOf(day), players }
  return { type: 'live.draw.settled.v1', at: new Date(at), data }
}

async function verify({ isFull = false } = {}) {
  const call = (async ({ feed }: { feed: string }, { body }: { body: { after: number; limit: number } }) => {
    expect(sessions.filter(session => session.explicit && !session.hasEnded)).toHaveLength(0)
    reads.push({ feed, after: body.after })
    if (feed === 'live') await beforeRead(body.after)
    return feed === 'live'
      ? readFeed(world.live.db, body.after, body.limit)
      : world.producer.credit.read(body.after, body.limit)
  }) as unknown as InternalClient
  const parts = { ...mongo, call, zone: 'UTC' }
  const options = { progress: async () => undefined, signal: new AbortController().signal, isFull, hasPauses: false }
  const result = await verifyProjections(parts, world.generations, options)
  return result?.findings.map(({ _id }) => _id)
}

const firstReadOf = (feed: string) => reads.find(read => read.feed === feed)?.after
const rowsOf = (name: string) => world.db.collection<{ _id: string }>(`g1_${name}`)
async function change(name: string, filter: Document, update: Document) {
  const before = await rowsOf(name).findOneAndUpdate(filter, update)
  return async () => {
    await rowsOf(name).replaceOne({ _id: before?._id ?? '' }, before ?? {})
  }
}

describe('a verification with checkpoints', () => {
  it('begins at the first event of the last day but one, after a first verification of everything', async () => {
    expect(await verify()).toEqual([])
    expect(firstReadOf('live')).toBe(0)
    reads = []
    expect(await verify()).toEqual([])
    expect(firstReadOf('live')).toBe(head - 2 * drawsPerDay)
    // The only read of transactions is the sample.
    expect(reads.filter(({ feed }) => feed === 'accounts.credit')).toHaveLength(1)
  })

  it('calls no service in a snapshot, and compares what was applied after the last read', async () => {
    const cursor = { _id: 'reports-g1:live' }
    const setTo = (lastSeq: number) =>
      world.db.collection<{ _id: string }>('cursors').updateOne(cursor, { $set: { lastSeq } })
    await setTo(head - 5)
    beforeRead = async after => {
      if (after === head) await setTo(head)
    }
    expect(await verify()).toEqual([])
  })

  it('finds a change after the checkpoint at once', async () => {
    const { admin } = world.tree
    const path = `days.0${dayCount}.play`
    const repair = await change('figures', { _id: `*>${admin.accountId}|2026-03` }, { $inc: { [path]: 1n } })
    expect(await verify()).toEqual([`figures/*>${admin.accountId}|2026-03`])
    await repair()
    expect(await verify()).toEqual([])
  })

  it('finds a change before the checkpoint by the sample, and reports it until everything is compared again', async () => {
    const { player } = world.tree
    const hour = `${dayOf(1)}T10`
    const play = await change('play_journal', { _id: { $gte: hour } }, { $set: { 'lines.0.measures.play': 7n } })
    const transaction = await change('transactions', { recipient: player.username }, { $set: { recipient: 'x' } })
    const found = new Set<string>()
    // As many as there are days before the checkpoint.
    for (let round = 0; round < dayCount - 2; round++) for (const id of (await verify()) ?? []) found.add(id)
    expect(firstReadOf('live')).toBe(head - 2 * drawsPerDay)
    expect([...found]).toContain(`play_journal/${hour}`)
    expect([...found].some(id => id.startsWith('transactions/'))).toBe(true)
    await play()
    await transaction()
    expect(await verify()).toContain(`play_journal/${hour}`)
    expect(await verify({ isFull: true })).toEqual([])
  })

  it('goes on at the last checkpoint after a restart', async () => {
    beforeRead = async after => {
      if (after >= 2 * drawsPerDay * 2) throw new Error('killed')
    }
    await expect(verify({ isFull: true })).rejects.toThrow('killed')
    beforeRead = async () => undefined
    reads = []
    expect(await verify()).toEqual([])
    expect(firstReadOf('live')).toBeGreaterThan(0)
  })

  it('compares a verified day again when it gets a late line', async () => {
    await world.start()
    await world.live.emit(settled(dayCount - 1, 9, dayOf(0)))
    await world.caughtUp()
    await world.stopReports()
    expect(await verify()).toEqual([])
    const { player, master } = world.tree
    const edge = `${master.accountId}>${player.accountId}`
    const repair = await change('figures', { _id: `${edge}|2026-03` }, { $inc: { 'days.01.play': 1n } })
    expect(await verify()).toEqual([`figures/${edge}|2026-03`])
    await repair()
    expect(await verify({ isFull: true })).toEqual([])
  })
})
