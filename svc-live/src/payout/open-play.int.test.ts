import type { AnyEvent } from '@cascade/contracts'
import { type PostingRequest, type PostingResult, playEvents } from '@cascade/contracts/accounts'
import { silentLogger } from '@cascade/service-kit/testing'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, describe, expect, it } from 'vitest'
import type { BaseDeps } from '../base-deps'
import { createStores } from '../base-deps'
import { createDeadLetterStore } from '../ledger/dead-letter-store'
import { projectPlay } from '../projections/project-play'
import { makeTicket } from '../testing/make-ticket'
import { createJournal, type Journal } from '../testing/play-journal'
import { startScratch } from '../testing/scratch'
import { readOpenPlay } from './open-play'

const offering = { adminId: 'a1', gameId: 'MNOQqWWi' }

const world = await startScratch()
afterAll(() => world.stop())

async function makeDeps(journal: Journal) {
  const { db, transaction } = world
  const project = (events: readonly AnyEvent[]) => transaction(tx => projectPlay(db, events, tx))
  await project(journal.events)
  let head = journal.events.length
  let read = head
  let looks = 0
  const postAll = async (requests: readonly PostingRequest[]): Promise<PostingResult[]> => {
    const claims = requests.flatMap(request => (request.kind === 'claim' ? [request] : []))
    const events = claims.map((claim, index) => claimedEvent(claim, head + 1 + index))
    head += events.length
    await project(events)
    read = head
    return requests.map(({ id }) => ({
      outcome: 'booked',
      id,
      replayed: false,
      seq: head,
      amount: '0',
      poolBalance: '0',
      gateVersion: 0,
    }))
  }
  const deps = {
    ...createStores(db),
    transaction,
    newId: uuidv7,
    zone: 'UTC',
    logger: silentLogger,
    clock: { now: Date.now },
    deadLetterStore: createDeadLetterStore(db, Date.now),
    ledger: { postAll, pools: async () => ({ pools: [], head }) } as never,
    playSeq: async () => {
      looks += 1
      return read
    },
  } as unknown as BaseDeps
  const wins = (win: bigint, playerId: string) =>
    transaction(async tx => {
      const ticket = makeTicket({ playerId, win })
      await deps.tickets.insert([ticket], tx)
      await deps.payables.sync([ticket], new Date('2027-01-01'), tx)
    })
  return { deps, wins, book: () => head++, looks: () => looks, catchUp: () => (read = head) }
}

function claimedEvent(claim: Extract<PostingRequest, { kind: 'claim' }>, seq: number): AnyEvent {
  const { id, adminId, gameId, by, playerId, amount, details } = claim
  const player = { id: playerId, username: playerId, ancestry: { superadmin: 'root', admin: adminId } }
  const data = { transferId: id, adminId, gameId, by, player, amount, details }
  return {
    id: uuidv7(),
    type: playEvents.claimBooked.shape.type.value,
    seq,
    at: new Date().toISOString(),
    actor: null,
    correlationId: id,
    causationId: null,
    data: { ...data, bizDate: '2026-03-01', poolBalance: '0', playerBalance: '0' },
  }
}

describe('the open play of a player', () => {
  it('counts tickets of unsettled draws, unclaimed wins and debts', async () => {
    const journal = createJournal()
    const drawAtMs = journal.startMs + 60_000
    journal.stake(offering, { playerId: 'p1', drawAtMs, lines: [['straight:7', 10]], atMs: journal.startMs })
    journal.stake(offering, { playerId: 'p2', drawAtMs, lines: [['straight:7', 5]], atMs: journal.startMs })
    const { deps, wins } = await makeDeps(journal)
    await wins(900n, 'p1')
    expect(await readOpenPlay(deps, { playerId: 'p1', claim: false })).toEqual({
      tickets: { count: 1, stake: '1000' },
      wins: '900',
      owed: '0',
    })
  })

  it('claims every win when asked to, and reports what is left', async () => {
    const { deps, wins } = await makeDeps(createJournal())
    await wins(700n, 'p3')
    await wins(200n, 'p3')
    expect(await readOpenPlay(deps, { playerId: 'p3', claim: true })).toEqual({
      tickets: { count: 0, stake: '0' },
      wins: '0',
      owed: '0',
    })
  })

  it('answers only after reading everything the ledger had booked', async () => {
    const { deps, book, looks, catchUp } = await makeDeps(createJournal())
    book()
    const answered: string[] = []
    const answer = readOpenPlay(deps, { playerId: 'p4', claim: false }).then(() => answered.push('here'))
    await expect.poll(looks).toBeGreaterThan(1)
    expect(answered).toEqual([])
    catchUp()
    await answer
  })
})
