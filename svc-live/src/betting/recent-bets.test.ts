import { gameCodes } from '@cascade/contracts/games'
import { compileGame } from '@cascade/draw-rules'
import { masterDescription } from '@cascade/draw-rules/master'
import { AppError } from '@cascade/service-kit'
import { describe, expect, it } from 'vitest'
import type { BaseDeps } from '../base-deps'
import { makeTicket } from '../testing/make-ticket'
import { createRecentBets } from './recent-bets'

const gameId = gameCodes.funTarget
const description = masterDescription(gameId)

describe('the memory of recent bets', () => {
  it('answers a booked bet although the database was unavailable when its ticket was first read', async () => {
    if (!description) throw new Error('There is such a game.')
    const ticket = makeTicket({ gameId, lines: [{ leg: 'straight:7', quantity: 10 }] })
    let reads = 0
    const deps = {
      tickets: {
        find: async () => {
          reads += 1
          if (reads === 1) throw new Error('The database is away.')
          return ticket
        },
      },
      catalog: { rules: async () => compileGame(description) },
      draws: { find: async () => ({ seedKeyId: 'seed-1' }) },
      seeds: { commitment: () => 'c' },
    } as unknown as BaseDeps
    const input = { gameId, bets: [{ type: 'straight', drawno: '7', quantity: 10 }] }
    expect(await createRecentBets(deps).replay(ticket._id, input)).toMatchObject({
      ticketId: ticket._id,
      replayed: true,
    })
    const other = { gameId, bets: [{ type: 'straight', drawno: '8', quantity: 10 }] }
    await expect(createRecentBets(deps).replay(ticket._id, other)).rejects.toMatchObject({ reason: 'KEY_REUSED' })
  })

  it('answers a bet under its key although another bet was just rejected under the same key', async () => {
    const recent = createRecentBets({} as BaseDeps)
    const input = { gameId, bets: [{ type: 'straight', drawno: '7', quantity: 10 }] }
    const rejected = Promise.reject(new AppError('UNPROCESSABLE', 'Another.', { reason: 'KEY_REUSED' }))
    recent.track('ticket', { ...input, drawId: 'other' }, rejected)
    await expect(rejected).rejects.toMatchObject({ reason: 'KEY_REUSED' })
    expect(recent.find('ticket', input)).toBeUndefined()
  })
})
