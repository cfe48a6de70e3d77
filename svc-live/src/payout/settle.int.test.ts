import type { AnyEvent } from '@cascade/contracts'
import type { PostingRequest } from '@cascade/contracts/accounts'
import { gameCodes } from '@cascade/contracts/games'
import type { DrawSettled } from '@cascade/contracts/live'
import { AppError, createMetrics } from '@cascade/service-kit'
import { afterAll, describe, expect, it } from 'vitest'
import { createLedgerClient } from '../ledger/client'
import { chunkSize, type Ticket } from '../records/ticket'
import { startDrawDeps } from '../testing/draw-deps'
import { makeTicket } from '../testing/make-ticket'
import { startScratch } from '../testing/scratch'
import type { PayoutRun } from './payout-run-store'
import { settleDraw } from './settle'

const gameId = gameCodes.funTarget
const offering = { adminId: 'a1', gameId }
const drawId = `a1_${gameId}_1772359260`
const drawAt = new Date('2026-03-01T10:01:00.000Z')

const booked = new Map<string, PostingRequest>()
let onCall: (requests: readonly PostingRequest[]) => void = () => undefined

const world = await startScratch()
const drawDeps = await startDrawDeps(world, [gameId])
const book = async (_call: unknown, { body }: { body?: unknown }) => {
  const { requests } = body as { requests: PostingRequest[] }
  onCall(requests)
  for (const request of requests) booked.set(request.id, booked.get(request.id) ?? request)
  const result = { outcome: 'booked', replayed: false, seq: 1, amount: '0', poolBalance: '0', gateVersion: 1 }
  return { results: requests.map(({ id }) => ({ ...result, id })) }
}
const { deadLetters, logger } = drawDeps
const ledger = createLedgerClient(book as never, { deadLetters, logger, metrics: createMetrics('svc-live') })
const deps = { ...drawDeps, ledger }
afterAll(() => world.stop())

const runOf = (resultVersion: number, result: string): PayoutRun => ({
  ...offering,
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
  at: new Date('2026-03-01T10:00:00.000Z'),
  state: 'open',
})

/** Two full chunks and one ticket more, of two players alternating: the first half on the 7, the rest on the 3. */
const placed = Array.from({ length: 2 * chunkSize + 1 }, (_, place) =>
  makeTicket({
    ...offering,
    drawId,
    place,
    playerId: `p${place % 2}`,
    lines: [{ leg: place < chunkSize + 2 ? 'straight:7' : 'straight:3', quantity: 1 }],
  }),
)

async function settle(run: PayoutRun): Promise<void> {
  await world.transaction(tx => deps.payoutRuns.insert([run], tx))
  await settleDraw({ deps, onPaid: () => undefined }, run._id, new AbortController().signal)
}

const events = async (resultVersion: number) => {
  const rows = await world.db.collection<AnyEvent & { data: DrawSettled['data'] }>('outbox').find().toArray()
  const settled = rows.filter(
    ({ type, data }) => type === 'live.draw.settled.v1' && data.resultVersion === resultVersion,
  )
  return settled.map(({ data }) => data).sort((a, b) => a.chunk - b.chunk)
}
const sumOf = (rows: readonly { amount: bigint }[]) => rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
const figuresOf = ({ chunk, players }: DrawSettled['data']) =>
  players.map(({ id, tickets, play, win, claim }) => [chunk, id, tickets, play, win, claim].join(' '))

describe('settling a draw', () => {
  it("pays a draw of several chunks once, and the differences of a correction with the claims of each chunk's own tickets", async () => {
    const stake = BigInt(placed.length) * 100n
    await world.transaction(async tx => {
      const fixed = { ...offering, drawAt, gameVersion: 1, seedKeyId: 'seed-1', stakes: { 'straight:7': stake } }
      await deps.draws.addStakes([{ _id: drawId, ...fixed, stake, tickets: placed.length }], tx)
      await deps.tickets.insert(placed, tx)
      await deps.busy.opened(offering, 1, tx)
    })

    await settle(runOf(1, '7'))
    await settleDraw({ deps, onPaid: () => undefined }, runOf(1, '7')._id, new AbortController().signal)
    const won = BigInt(chunkSize + 2) * 900n
    expect(sumOf((await world.rows('unclaimed_wins')) as unknown as { amount: bigint }[])).toBe(won)
    expect(await deps.tickets.sumWins(drawId)).toEqual({ won, claimed: 0n })
    expect(await deps.draws.find(drawId)).toMatchObject({ state: 'settled', settledChunks: 3 })
    expect((await events(1)).flatMap(figuresOf)).toEqual([
      '0 p0 250 25000 225000 ',
      '0 p1 250 25000 225000 ',
      '1 p0 250 25000 900 ',
      '1 p1 250 25000 900 ',
      '2 p0 1 100 0 ',
    ])

    // One winner of each chunk has claimed before the result is corrected away.
    const claimed = [0, chunkSize].flatMap(place => placed[place] ?? [])
    const got = (ticket: Ticket) => ({ _id: ticket._id, win: 900n, claimed: 900n, claimedAt: drawAt })
    await world.transaction(tx => deps.tickets.update(claimed.map(got), tx))
    await settle(runOf(2, '3'))
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
    expect((await deps.payoutRuns.findByDraw(drawId)).map(({ next, state }) => [next, state])).toEqual([
      [3, 'done'],
      [3, 'done'],
    ])
  })
})

describe('draw of many chunks', () => {
  const many = `a1_${gameId}_1772359320`
  const [chunks, perChunk] = [20, 3]
  /** In each chunk p2 wins with one of two tickets, placed on two days, and was moved in between; p3 loses. */
  const tickets = Array.from({ length: chunks * perChunk }, (_, place) => {
    const at = place % perChunk
    return makeTicket({
      ...offering,
      drawId: many,
      place,
      chunk: Math.floor(place / perChunk),
      playerId: at === 2 ? 'p3' : 'p2',
      day: place === perChunk + 1 ? '2026-03-02' : '2026-03-01',
      ancestry: { superadmin: 'root', admin: 'a1', ...(at === 1 && { master: 'm2' }) },
      lines: [{ leg: at === 0 ? 'straight:7' : 'straight:3', quantity: 2 }],
    })
  })
  const run: PayoutRun = { ...runOf(1, '7'), _id: `${many}|1`, drawId: many, chunks }

  it('resumes where it stopped, and pays and publishes each chunk once', async () => {
    await world.transaction(async tx => {
      const fixed = { ...offering, drawAt, gameVersion: 1, seedKeyId: 'seed-1', stakes: { 'straight:7': 200n } }
      await deps.draws.addStakes([{ _id: many, ...fixed, stake: 200n, tickets: tickets.length }], tx)
      await deps.tickets.insert(tickets, tx)
      await deps.payoutRuns.insert([run], tx)
    })
    const ending = new AbortController()
    const callSizes: number[] = []
    onCall = requests => {
      callSizes.push(requests.length)
      if (callSizes.length === 2) ending.abort()
      if (callSizes.length === 2) throw new AppError('UNAVAILABLE', 'The ledger is away.')
    }
    await settleDraw({ deps, onPaid: () => undefined }, run._id, ending.signal)
    const [stopped] = await deps.payoutRuns.findByDraw(many)
    expect(stopped).toMatchObject({ state: 'open' })
    expect(stopped?.next).toBeGreaterThan(0)
    onCall = () => undefined
    await settleDraw({ deps, onPaid: () => undefined }, run._id, new AbortController().signal)

    expect(await deps.tickets.sumWins(many)).toEqual({ won: BigInt(chunks) * 1_800n, claimed: 0n })
    expect(await deps.draws.find(many)).toMatchObject({ state: 'settled', settledChunks: chunks })
    const published = (await events(1)).filter(({ drawId: of }) => of === many)
    expect(published.map(({ chunk }) => chunk)).toEqual(Array.from({ length: chunks }, (_, chunk) => chunk))
    expect(published.slice(0, 2).flatMap(figuresOf)).toEqual([
      '0 p2 2 400 1800 ',
      '0 p3 1 200 0 ',
      '1 p2 1 200 1800 ',
      '1 p2 1 200 0 ',
      '1 p3 1 200 0 ',
    ])
    // One entry per day, with the ancestry of that day's first ticket.
    expect(published.slice(0, 2).flatMap(({ players }) => players.map(({ ancestry }) => ancestry.master))).toEqual([
      undefined,
      undefined,
      undefined,
      'm2',
      undefined,
    ])
  })
})
