import { gameCodes } from '@cascade/contracts/games'
import { costOf, createBoard, winningLegs } from '@cascade/draw-rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Play } from '../records/plays'
import type { Ticket } from '../records/ticket'
import { makeGame } from '../testing/make-game'
import { makeTicket } from '../testing/make-ticket'
import { settleChunk } from './settle-chunk'

const games = [gameCodes.funRoullet, gameCodes.andharBahar, gameCodes.lucky12].map(makeGame)

const situation = fc.constantFrom(...games).chain(game => {
  const legs = [...game.legs.keys()]
  const line = fc.record({ leg: fc.constantFrom(...legs), quantity: fc.integer({ min: 1, max: 500 }) })
  const ticket = fc.tuple(fc.uniqueArray(line, { minLength: 1, maxLength: 6, selector: ({ leg }) => leg }), fc.nat(4))
  const result = fc.record({ outcome: fc.constantFrom(...game.outcomes), booster: fc.constantFrom(1, 2) })
  return fc.record({
    game: fc.constant(game),
    tickets: fc.array(ticket, { minLength: 1, maxLength: 25 }),
    results: fc.tuple(result, result),
  })
})

const sumOf = (tickets: readonly Ticket[]) => tickets.reduce((sum, { win }) => sum + win, 0n)
const merged = (tickets: readonly Ticket[], changed: readonly Ticket[]) => {
  const byId = new Map(changed.map(ticket => [ticket._id, ticket]))
  return tickets.map(ticket => byId.get(ticket._id) ?? ticket)
}

const playOf = (ticket = makeTicket(), sums: Pick<Play, 'tickets' | 'stake'>): Play => ({ ...ticket, ...sums })

describe('settlement', () => {
  it('pays exactly the liability that the screen showed for the result', () => {
    fc.assert(
      fc.property(situation, ({ game, tickets, results: [{ outcome, booster }] }) => {
        const placed = tickets.map(([lines, player], place) => makeTicket({ lines, place, playerId: `p${player}` }))
        const stakes = placed.flatMap(({ lines }) => lines)
        const board = createBoard(game)
        for (const { leg, quantity } of stakes) board.add(leg, BigInt(quantity) * 100n)
        const { amount } = settleChunk(placed, { legs: winningLegs(game, outcome), booster, resultVersion: 1 })
        expect(amount).toBe(costOf(board, outcome, booster))
      }),
    )
  })

  it('gives the same as a fresh run after a correction and its reversal', () => {
    fc.assert(
      fc.property(situation, ({ game, tickets, results: [first, second] }) => {
        const placed = tickets.map(([lines, player], place) => makeTicket({ lines, place, playerId: `p${player}` }))
        const winning = ({ outcome, booster }: typeof first, resultVersion: number) => ({
          legs: winningLegs(game, outcome),
          booster,
          resultVersion,
        })
        const fresh = settleChunk(placed, winning(first, 1))
        const once = merged(placed, fresh.changed)
        const corrected = settleChunk(once, winning(second, 2))
        const twice = merged(once, corrected.changed)
        const back = settleChunk(twice, winning(first, 3))
        expect(merged(twice, back.changed).map(({ win }) => win)).toEqual(once.map(({ win }) => win))
        expect(fresh.amount + corrected.amount + back.amount).toBe(sumOf(once))
      }),
    )
  })

  it("reports each player's stakes with the first result, and only differences for a correction", () => {
    const game = makeGame()
    const result = (text: string) =>
      winningLegs(game, game.outcomes.find(each => each.text === text) ?? { text, picks: [] })
    const tickets = [
      makeTicket({ place: 0, playerId: 'p1' }),
      makeTicket({ place: 1, playerId: 'p1', lines: [{ leg: 'straight:3', quantity: 5 }] }),
      makeTicket({ place: 2, playerId: 'p2', lines: [{ leg: 'straight:1', quantity: 2 }] }),
    ]
    const placed = [playOf(tickets[0], { tickets: 2, stake: 1500n }), playOf(tickets[2], { tickets: 1, stake: 200n })]
    const first = settleChunk(tickets, { legs: result('7'), booster: 1, resultVersion: 1 }, placed)
    expect(first.players.map(({ id, tickets: count, play, win }) => [id, count, play, win])).toEqual([
      ['p1', 2, '1500', '9000'],
      ['p2', 1, '200', '0'],
    ])
    const corrected = settleChunk(merged(tickets, first.changed), { legs: result('3'), booster: 1, resultVersion: 2 })
    expect(corrected.players.map(({ id, tickets: count, play, win }) => [id, count, play, win])).toEqual([
      ['p1', 0, '0', '-4500'],
    ])
    expect(corrected.amount).toBe(-4500n)
  })
})
