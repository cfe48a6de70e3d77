import type { PostingRequest } from '@cascade/contracts/accounts'
import { type Ask, type Ctx, createMetrics } from '@cascade/service-kit'
import { silentLogger } from '@cascade/service-kit/testing'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createAside, createAsideStore } from '../aside-store'
import type { BaseDeps } from '../deps'
import { createTicketStore } from '../draws/ticket-store'
import { createLedgerClient } from '../ledger-client'
import { createStores } from '../service'
import { makeTicket } from '../testing/make-ticket'
import { type Scratch, startScratch } from '../testing/scratch'
import { createDueStore } from './due-store'
import { takeWins } from './routes'

let world: Scratch
beforeAll(async () => {
  world = await startScratch(inject('mongodbUri'))
})
afterAll(() => world?.stop())

/** A player with wins of 5 points each, and a ledger whose answer the test chooses. */
async function makePlayer(wins: number) {
  const { db, transaction } = world
  const [dues, tickets, playerId] = [createDueStore(db), createTicketStore(db), uuidv7()]
  const won = Array.from({ length: wins }, () => makeTicket({ playerId, win: 500n }))
  await transaction(async tx => {
    await tickets.insert(won, tx)
    await dues.put(won, new Date(), tx)
  })
  const asked: string[] = []
  const answer = { outcome: 'refused' as 'refused' | 'booked', reason: 'LIMIT', paid: {} }
  const post = async (_call: unknown, { body }: { body?: unknown }) => {
    const { requests } = body as { requests: PostingRequest[] }
    asked.push(...requests.map(({ id }) => id))
    return {
      results: requests.map(request => ({
        id: request.id,
        outcome: answer.outcome,
        reason: answer.reason,
        message: 'Refused.',
        replayed: false,
        seq: 1,
        amount: 'amount' in request ? request.amount : '0',
        playerBalance: '500',
        poolBalance: '0',
        gateVersion: 0,
        ...(request.kind === 'claim' && { tickets: request.details.tickets.length }),
        ...answer.paid,
      })),
    }
  }
  const asideRows = createAsideStore(db, Date.now)
  const metrics = createMetrics('svc-live')
  const aside = createAside(asideRows, metrics, silentLogger)
  const deps = {
    ...createStores(db),
    transaction,
    newId: uuidv7,
    clock: { now: Date.now },
    logger: silentLogger,
    asideRows,
    ledger: createLedgerClient(post as never, { aside, logger: silentLogger, metrics }),
  } as unknown as BaseDeps
  const actor = { accountId: playerId, username: 'p', role: 'player' as const, sessionId: 's' }
  const ctx = { actor, requestId: 'r', idempotencyKey: 'key', setHeader: () => undefined } as unknown as Ctx
  const take = (ticketIds?: string[]) => takeWins(deps, { ctx, input: ticketIds ? { ticketIds } : {} } as Ask<never>)
  const overdue = async () =>
    (await dues.overdue(new Date(Date.now() + 2 * 24 * 3_600_000), 100)).filter(win => win.playerId === playerId)
  return { take, asked, answer, won, overdue, ended: () => db.collection('postings_aside').findOne({ state: 'ended' }) }
}

it('never asks again for a claim that was refused: the same call begins another one', async () => {
  const { take, asked, answer } = await makePlayer(1)
  await expect(take()).rejects.toMatchObject({ reason: 'LIMIT' })
  answer.outcome = 'booked'
  expect((await take()).data).toMatchObject({ claimed: 5, tickets: 1, left: 0 })
  expect(asked).toHaveLength(2)
  expect(new Set(asked).size).toBe(2)
})

it('answers a repeated call with what the first one took', async () => {
  const { take, asked, answer } = await makePlayer(2)
  answer.outcome = 'booked'
  const [first, second] = [await take(), await take()]
  expect(second).toEqual(first)
  expect(new Set(asked).size).toBe(1)
})

it('takes the named tickets and tells what is left of the others', async () => {
  const { take, answer, won } = await makePlayer(3)
  answer.outcome = 'booked'
  expect((await take([won[0]?._id ?? ''])).data).toMatchObject({ claimed: 5, tickets: 1, left: 10 })
})

it('tries a claim that the ledger refuses now another day, and keeps one that it refuses for good with its reason', async () => {
  const { take, answer, overdue, ended } = await makePlayer(1)
  await expect(take()).rejects.toMatchObject({ reason: 'LIMIT' })
  expect(await overdue()).toHaveLength(1)
  expect(await ended()).toBeNull()
  answer.reason = 'MISSING_WALLET'
  await expect(take()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await overdue()).toEqual([])
  expect(await ended()).toMatchObject({ kind: 'claim', reason: 'MISSING_WALLET', request: { amount: '500' } })
})

it('answers what the ledger paid, where a correction has left less of it', async () => {
  const { take, answer } = await makePlayer(3)
  Object.assign(answer, { outcome: 'booked', paid: { amount: '300', tickets: 2 } })
  expect((await take()).data).toMatchObject({ claimed: 3, tickets: 2 })
})
