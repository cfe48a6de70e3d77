import { drawIdOf } from '@cascade/contracts/live'
import { merkleRoot, ticketLeafHash, toProvenTicket } from '@cascade/draw-rules/tickets'
import { afterAll, describe, expect, it } from 'vitest'
import { createDrawStore } from '../records/draw-store'
import { createTicketStore } from '../records/ticket-store'
import { buildTicketProof, computeTicketRoot } from '../records/ticket-tree'
import { createJournal } from '../testing/play-journal'
import { type Scratch, startScratch } from '../testing/scratch'
import { projectPlay } from './project-play'

const offering = { adminId: 'a1', gameId: 'MNOQqWWi' }
const journal = createJournal()
const drawAtMs = journal.startMs + 60_000
const drawId = drawIdOf(offering, drawAtMs)
const atMs = journal.startMs
const count = 515
/** In the first block of the tree, at its end, and behind it. */
const voidPlaces = [3, 511, 513]

/** Tickets of two players, on the 7 but for one; three are void. */
const ids = Array.from({ length: count }, (_, place) => {
  const lines: [string, number][] = [[place === 3 ? 'straight:9' : 'straight:7', 1 + (place % 5)]]
  return journal.stake(offering, { playerId: `p${place % 2}`, drawAtMs, lines, atMs, salt: 'ab'.repeat(16) })
})
const voidIds = voidPlaces.map(place => ids[place] ?? '')
for (const id of voidIds) journal.void(offering, id, atMs + 1_000)
journal.close(offering, drawAtMs)
const returned = voidPlaces.reduce((sum, place) => sum + BigInt(1 + (place % 5)) * 100n, 0n)
const staked = ids.reduce((sum, _, place) => sum + BigInt(1 + (place % 5)) * 100n, 0n)

async function project({ transaction, db }: Scratch, size: number) {
  for (let at = 0; at < journal.events.length; at += size) {
    await transaction(tx => projectPlay(db, journal.events.slice(at, at + size), tx))
  }
}

const [world, other] = [await startScratch(), await startScratch()]
await project(world, 100)
afterAll(async () => {
  await world.stop()
  await other.stop()
})

describe('voids in the ledger projection', () => {
  it('take their stakes out of all sums of draw, day and players', async () => {
    const [draw] = await world.rows('draws')
    const sum = staked - returned
    expect(draw).toMatchObject({
      _id: drawId,
      tickets: count,
      voidTickets: 3,
      stake: sum,
      stakes: { 'straight:7': sum },
    })
    expect(Object.keys(draw?.stakes as object)).toEqual(['straight:7'])
    expect(await world.rows('day_totals')).toMatchObject([{ play: sum }])
    expect(await world.rows('pool_balances')).toMatchObject([{ balance: sum }])
    for (const name of ['player_days', 'player_draws']) {
      const rows = await world.rows(name)
      expect(rows.reduce((total, { stake }) => total + (stake as bigint), 0n)).toBe(sum)
    }
    const counts = (await world.rows('player_draws')).map(({ tickets }) => Number(tickets))
    expect(counts.reduce((total, tickets) => total + tickets, 0)).toBe(count - 3)
  })

  it('mark their tickets, with what was returned, by whom and why', async () => {
    const store = createTicketStore(world.db)
    expect(await store.findByIds(voidIds)).toMatchObject(
      voidPlaces.map(place => ({
        place,
        stake: 0n,
        salt: 'cd'.repeat(16),
        void: {
          stake: BigInt(1 + (place % 5)) * 100n,
          by: { username: 'admin1', role: 'admin' },
          at: new Date(atMs + 1_000),
          reason: 'sent twice',
        },
      })),
    )
    const plays = await store.sumPlays({ drawId, from: 0, to: 2 })
    expect(plays.reduce((total, { tickets }) => total + tickets, 0)).toBe(count - 3)
  })

  it('mark their leaves in the tree of the draw, whose stored blocks follow', async () => {
    const stores = { tickets: createTicketStore(world.db), draws: createDrawStore(world.db) }
    const leaves = (await stores.tickets.findByIds(ids)).map(({ _id, playerId, lines, salt }, place) => {
      const stake = BigInt(1 + (place % 5)) * 100n
      const state = voidPlaces.includes(place) ? ('void' as const) : undefined
      return ticketLeafHash(toProvenTicket({ ticketId: _id, playerId, lines, stake, salt, state }))
    })
    const root = Buffer.from(merkleRoot(leaves)).toString('hex')
    expect(await computeTicketRoot(stores.tickets, await stores.draws.find(drawId))).toBe(root)
    const ticket = await stores.tickets.find(voidIds[0] ?? '')
    const proof = ticket && (await buildTicketProof(stores, ticket))
    expect(proof?.ticket).toMatchObject({ state: 'void', stake: '400', salt: 'cd'.repeat(16) })
  })

  it('are the same in a rebuild that reads the feed in one piece', async () => {
    await project(other, journal.events.length)
    for (const name of ['tickets', 'draws', 'day_totals', 'player_days', 'player_draws', 'pool_balances']) {
      expect(await other.rows(name)).toEqual(await world.rows(name))
    }
  })

  it('of a ticket that does not exist are a fault', async () => {
    const strange = createJournal('strange')
    strange.void(
      offering,
      strange.stake(offering, { playerId: 'p1', drawAtMs, lines: [['straight:7', 1]], atMs }),
      atMs,
    )
    const onlyVoid = strange.events.slice(1)
    await expect(world.transaction(tx => projectPlay(world.db, onlyVoid, tx))).rejects.toThrow('no ticket strange1')
  })
})
