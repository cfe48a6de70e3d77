import type { AnyEvent } from '@cascade/contracts'
import type { PostingRequest } from '@cascade/contracts/accounts'
import { gameCodes } from '@cascade/contracts/games'
import type { DrawSettled } from '@cascade/contracts/live'
import { createMetrics } from '@cascade/service-kit'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { BaseDeps } from '../deps'
import type { JobRow } from '../draws/job-store'
import { chunkSize, type Ticket } from '../draws/ticket'
import { createLedgerClient } from '../ledger-client'
import { startDrawDeps } from '../testing/draw-deps'
import { makeTicket } from '../testing/make-ticket'
import { type Scratch, startScratch } from '../testing/scratch'
import { settleDraw } from './settle'

const gameId = gameCodes.funTarget
const pair = { adminId: 'a1', gameId }
const drawId = `a1_${gameId}_1772359260`
const drawAt = new Date('2026-03-01T10:01:00.000Z')

let world: Scratch
let deps: BaseDeps
/** Each posting once, as the ledger books it. */
const booked = new Map<string, PostingRequest>()

beforeAll(async () => {
  world = await startScratch(inject('mongodbUri'))
  deps = await startDrawDeps(world, [gameId])
  const book = async (_call: unknown, { body }: { body?: unknown }) => {
    const { requests } = body as { requests: PostingRequest[] }
    for (const request of requests) booked.set(request.id, booked.get(request.id) ?? request)
    const told = { outcome: 'booked', replayed: false, seq: 1, amount: '0', poolBalance: '0', gateVersion: 1 }
    return { results: requests.map(({ id }) => ({ ...told, id })) }
  }
  const { aside, logger } = deps
  deps = { ...deps, ledger: createLedgerClient(book as never, { aside, logger, metrics: createMetrics('svc-live') }) }
})
afterAll(async () => {
  await deps?.catalogue.stop()
  await world?.stop()
})

const jobOf = (resultVersion: number, result: string): JobRow => ({
  ...pair,
  _id: `${drawId}|${resultVersion}`,
  drawId,
  resultVersion,
  drawAt,
  gameVersion: 1,
  result,
  booster: 1,
  payout: 0n,
  chunks: 3,
  next: 0,
  state: 'open',
})

/** Two full chunks and one ticket more, of two players by turns: of each the first half on the 7, then on the 3. */
const placed = Array.from({ length: 2 * chunkSize + 1 }, (_, place) =>
  makeTicket({
    ...pair,
    drawId,
    place,
    playerId: `p${place % 2}`,
    lines: [{ leg: place < chunkSize + 2 ? 'straight:7' : 'straight:3', quantity: 1 }],
  }),
)

async function settle(job: JobRow): Promise<void> {
  await world.transaction(tx => deps.jobs.insert([job], tx))
  await settleDraw({ deps, onPaid: () => undefined }, job._id, new AbortController().signal)
}

const events = async (resultVersion: number) => {
  const rows = await world.db.collection<AnyEvent & { data: DrawSettled['data'] }>('outbox').find().toArray()
  const told = rows.filter(({ type, data }) => type === 'live.draw.settled.v1' && data.resultVersion === resultVersion)
  return told.map(({ data }) => data).sort((a, b) => a.chunk - b.chunk)
}
const sumOf = (rows: readonly { amount: bigint }[]) => rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
const figuresOf = ({ chunk, players }: DrawSettled['data']) =>
  players.map(({ id, tickets, play, win, claim }) => [chunk, id, tickets, play, win, claim].join(' '))

it('pays a draw of several chunks once, and what a correction changes, each chunk with the claims of its own tickets', async () => {
  const stake = BigInt(placed.length) * 100n
  await world.transaction(async tx => {
    const fixed = { ...pair, drawAt, gameVersion: 1, seedKeyId: 'seed-1', stakes: { 'straight:7': stake } }
    await deps.draws.grow([{ _id: drawId, ...fixed, stake, tickets: placed.length }], tx)
    await deps.tickets.insert(placed, tx)
    await deps.busy.opened(pair, 1, tx)
  })

  await settle(jobOf(1, '7'))
  // Somebody who had found it open before comes late.
  await settleDraw({ deps, onPaid: () => undefined }, jobOf(1, '7')._id, new AbortController().signal)
  const won = BigInt(chunkSize + 2) * 900n
  expect(sumOf((await world.rows('unclaimed_wins')) as unknown as { amount: bigint }[])).toBe(won)
  expect(await deps.tickets.winsOf(drawId)).toEqual({ won, claimed: 0n })
  expect(await deps.draws.find(drawId)).toMatchObject({ state: 'settled', settledChunks: 3 })
  expect((await events(1)).flatMap(figuresOf)).toEqual([
    '0 p0 250 25000 225000 ',
    '0 p1 250 25000 225000 ',
    '1 p0 250 25000 900 ',
    '1 p1 250 25000 900 ',
    '2 p0 1 100 0 ',
  ])

  // One of each chunk's winners has got his win, before the result is corrected away.
  const claimed = [0, chunkSize].flatMap(place => placed[place] ?? [])
  const got = (ticket: Ticket) => ({ _id: ticket._id, win: 900n, claimed: 900n, claimedAt: drawAt })
  await world.transaction(tx => deps.tickets.update(claimed.map(got), tx))
  await settle(jobOf(2, '3'))
  expect((await events(2)).flatMap(figuresOf)).toEqual([
    '0 p0 0 0 -225000 -900',
    '0 p1 0 0 -225000 ',
    '1 p0 0 0 223200 -900',
    '1 p1 0 0 223200 ',
    '2 p0 0 0 900 ',
  ])
  expect(sumOf((await world.rows('debts')) as unknown as { amount: bigint }[])).toBe(1_800n)
  expect((await world.rows('unclaimed_wins')).length).toBe(chunkSize - 1)
  const settlements = [...booked.values()].flatMap(each => (each.kind === 'settle' ? BigInt(each.amount) : []))
  expect(settlements.reduce((sum, amount) => sum + amount, 0n)).toBe(BigInt(chunkSize - 1) * 900n)
  expect((await deps.jobs.ofDraw(drawId)).map(({ next, state }) => [next, state])).toEqual([
    [3, 'done'],
    [3, 'done'],
  ])
})
