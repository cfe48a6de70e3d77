import type { PostingRequest } from '@cascade/contracts/accounts'
import { betTexts } from '@cascade/contracts/live'
import { bookingIdOf, busy, type Call, type Ctx, claimIdOf, createMetrics } from '@cascade/service-kit'
import { silentLogger } from '@cascade/service-kit/testing'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, describe, expect, it } from 'vitest'
import type { BaseDeps } from '../base-deps'
import { createStores } from '../base-deps'
import { createLedgerClient } from '../ledger/client'
import { createDeadLetterStore } from '../ledger/dead-letter-store'
import { createDeadLetters } from '../ledger/dead-letters'
import { createTicketStore } from '../records/ticket-store'
import { makeTicket } from '../testing/make-ticket'
import { startScratch } from '../testing/scratch'
import { beginPayments } from './begin-payments'
import { createPayableStore } from './payable-store'
import { claimWins } from './routes'

const world = await startScratch()
afterAll(() => world.stop())

async function makePlayer(wins: number) {
  const { db, transaction } = world
  const [payables, tickets, playerId] = [createPayableStore(db), createTicketStore(db), uuidv7()]
  const win = async (count = 1, over: Parameters<typeof makeTicket>[0] = {}) => {
    const won = Array.from({ length: count }, () => makeTicket({ playerId, win: 500n, ...over }))
    await transaction(async tx => {
      await tickets.insert(won, tx)
      await payables.sync(won, new Date(), tx)
    })
    return won
  }
  const won = await win(wins)
  const postedIds: string[] = []
  const answer = { outcome: 'refused' as 'refused' | 'booked', reason: 'LIMIT', paid: {}, isAway: false }
  const post = async (_call: unknown, { body }: { body?: unknown }) => {
    const { requests } = body as { requests: PostingRequest[] }
    if (answer.isAway) throw busy()
    postedIds.push(...requests.map(({ id }) => id))
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
  const deadLetterStore = createDeadLetterStore(db, Date.now)
  const metrics = createMetrics('svc-live')
  const deadLetters = createDeadLetters(deadLetterStore, metrics, silentLogger)
  const deps = {
    ...createStores(db),
    transaction,
    newId: uuidv7,
    clock: { now: Date.now },
    logger: silentLogger,
    deadLetterStore,
    ledger: createLedgerClient(post as never, { deadLetters, logger: silentLogger, metrics }),
  } as unknown as BaseDeps
  const actor = { accountId: playerId, username: 'p', role: 'player' as const, sessionId: 's' }
  const ctx = { actor, requestId: 'r', idempotencyKey: 'key', setHeader: () => undefined } as unknown as Ctx
  const take = (ticketIds?: string[], over: { idempotencyKey?: string | undefined } = {}) =>
    claimWins(deps, { ctx: { ...ctx, ...over }, input: ticketIds ? { ticketIds } : {} } as Call<never>)
  const overdue = async () =>
    (await payables.findOverdue(new Date(Date.now() + 2 * 24 * 3_600_000), 100)).filter(
      win => win.playerId === playerId,
    )
  const ended = () => db.collection('postings_aside').findOne({ state: 'ended' })
  return { take, postedIds, answer, deadLetters, won, win, overdue, ended, deps, playerId }
}

describe('claiming wins', () => {
  it('answers a repeated call with the first rejection, and begins no other claim under its key', async () => {
    const { take, postedIds, answer } = await makePlayer(1)
    const rejected = { code: 'VALIDATION', reason: 'LIMIT', message: betTexts.takeLimit }
    await expect(take()).rejects.toMatchObject(rejected)
    answer.outcome = 'booked'
    await expect(take()).rejects.toMatchObject(rejected)
    expect(postedIds).toHaveLength(1)
    expect((await take(undefined, { idempotencyKey: 'another' })).data).toMatchObject({
      claimed: 5,
      tickets: 1,
      left: 0,
    })
  })

  it('claims once per key, although calls are concurrent and new wins arrive between them', async () => {
    const { take, postedIds, answer, win, playerId } = await makePlayer(2)
    answer.outcome = 'booked'
    const responses = await Promise.all([take(), take(), take().finally(() => win()), take()])
    const transferId = bookingIdOf(playerId, 'key')
    for (const { data } of responses) expect(data).toMatchObject({ claimed: 10, tickets: 2, transferId })
    expect((await take()).data).toMatchObject({ claimed: 10, tickets: 2, left: 5 })
    expect(new Set(postedIds)).toEqual(new Set([transferId]))
  })

  it('claims once per key, although concurrent calls name different tickets', async () => {
    const { take, postedIds, answer, won } = await makePlayer(8)
    answer.outcome = 'booked'
    const responses = await Promise.all(won.map(({ _id }) => take([_id])))
    for (const { data } of responses) expect(data).toMatchObject({ claimed: 5, tickets: 1 })
    expect(new Set(postedIds).size).toBe(1)
  })

  it('finishes under its key the claims that the first call began but did not post', async () => {
    const { take, postedIds, answer, deps, playerId, win } = await makePlayer(1)
    const takeId = bookingIdOf(playerId, 'key')
    const by = { id: playerId, username: 'p', role: 'player' as const }
    await beginPayments(deps, { playerId, by, takeId, requestId: 'r', isAutomatic: false, limit: 10 })
    await win()
    answer.outcome = 'booked'
    expect((await take()).data).toMatchObject({ claimed: 5, tickets: 1, left: 5 })
    expect(postedIds).toEqual([claimIdOf(takeId, 0)])
  })

  it('names the transfer of a call without a key, even with an unknown outcome', async () => {
    const { take, postedIds, answer, won, deps, playerId } = await makePlayer(2)
    answer.outcome = 'booked'
    const { data } = await take([won[0]?._id ?? ''], { idempotencyKey: undefined })
    expect(data.transferId).toBe(postedIds[0])
    answer.isAway = true
    const lost = await take(undefined, { idempotencyKey: undefined }).catch((error: unknown) => error)
    expect(lost).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    answer.isAway = false
    const open = await deps.payments.findUnfinished(new Date(Date.now() + 1), postedIds, 100)
    const begun = open.filter(payment => payment.playerId === playerId)
    expect(begun).toHaveLength(1)
    expect(lost).toMatchObject({ transferId: begun[0]?._id })
  })

  it('answers a repeated call with the claims of the first one', async () => {
    const { take, postedIds, answer } = await makePlayer(2)
    answer.outcome = 'booked'
    const [first, second] = [await take(), await take()]
    expect(second).toEqual(first)
    expect(new Set(postedIds).size).toBe(1)
  })

  it('claims the wins of the named tickets and reports what is left of the others', async () => {
    const { take, answer, won } = await makePlayer(3)
    answer.outcome = 'booked'
    expect((await take([won[0]?._id ?? ''])).data).toMatchObject({ claimed: 5, tickets: 1, left: 10 })
  })

  it('retries a rejected claim a day later, and stores one that is rejected for good with its reason', async () => {
    const { take, answer, overdue, ended } = await makePlayer(1)
    await expect(take()).rejects.toMatchObject({ reason: 'LIMIT' })
    expect(await overdue()).toHaveLength(1)
    expect(await ended()).toBeNull()
    answer.reason = 'MISSING_WALLET'
    await expect(take(undefined, { idempotencyKey: 'another' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await overdue()).toEqual([])
    expect(await ended()).toMatchObject({ kind: 'claim', reason: 'MISSING_WALLET', request: { amount: '500' } })
  })

  it('reports the amount the ledger paid when a correction has reduced the win', async () => {
    const { take, answer } = await makePlayer(3)
    Object.assign(answer, { outcome: 'booked', paid: { amount: '300', tickets: 2 } })
    expect((await take()).data).toMatchObject({ claimed: 3, tickets: 2 })
  })

  it('does not report a final rejection while one of the claims has no outcome', async () => {
    const { take, deadLetters, win, deps, playerId } = await makePlayer(1)
    await win(1, { gameId: 'another' })
    const by = { id: playerId, username: 'p', role: 'player' as const }
    const taking = { playerId, by, takeId: bookingIdOf(playerId, 'key'), requestId: 'r', isAutomatic: false, limit: 10 }
    const [first, second] = await beginPayments(deps, taking)
    if (!first || !second) throw new Error('There is a claim for each game.')
    await deadLetters.park(first.request, new Error('The ledger fails at it.'))
    await expect(take()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', transferId: first._id })
  })
})
