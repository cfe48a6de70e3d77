import type { PostingRequest } from '@cascade/contracts/accounts'
import type { Ask, Ctx } from '@cascade/service-kit'
import { silentLogger } from '@cascade/service-kit/testing'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createDueStore } from '../dues/due-store'
import { createPaymentStore } from '../dues/payment-store'
import { createLedgerClient } from '../ledger/ledger-client'
import { makeTicket } from '../testing/make-ticket'
import { type Scratch, startScratch } from '../testing/scratch'
import { createTicketStore } from '../tickets/ticket-store'
import { takeWins } from './take-wins'

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
  const answer = { outcome: 'refused' as 'refused' | 'booked' }
  const post = async (_call: unknown, { body }: { body?: unknown }) => {
    const { requests } = body as { requests: PostingRequest[] }
    asked.push(...requests.map(({ id }) => id))
    return {
      results: requests.map(request => ({
        ...{ id: request.id, outcome: answer.outcome, reason: 'LIMIT', message: 'Too much.' },
        ...{ replayed: false, seq: 1, amount: 'amount' in request ? request.amount : '0' },
        ...{ playerBalance: '500', poolBalance: '0', gateVersion: 0 },
      })),
    }
  }
  const deps = {
    ...{ dues, tickets, transaction, payments: createPaymentStore(db), newId: uuidv7 },
    ...{ clock: { now: Date.now } as never, logger: silentLogger },
    ledger: createLedgerClient(post as never, silentLogger),
  }
  const actor = { accountId: playerId, username: 'p', role: 'player' as const, sessionId: 's' }
  const ctx = { actor, requestId: 'r', idempotencyKey: 'key', setHeader: () => undefined } as unknown as Ctx
  const take = (ticketIds?: string[]) => takeWins(deps, { ctx, input: ticketIds ? { ticketIds } : {} } as Ask<never>)
  return { take, asked, answer, won }
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
