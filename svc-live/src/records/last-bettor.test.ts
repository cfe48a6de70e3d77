import { randomBytes } from 'node:crypto'
import { gameCodes } from '@cascade/contracts/games'
import { drawIdOf } from '@cascade/contracts/live'
import { compileGame } from '@cascade/draw-rules'
import { decide, deriveDecidingSeed, deriveSeed } from '@cascade/draw-rules/draw'
import { masterDescription } from '@cascade/draw-rules/master'
import { merkleRoot, ticketLeafHash, toProvenTicket } from '@cascade/draw-rules/tickets'
import { bookingIdOf } from '@cascade/service-kit'
import { describe, expect, it } from 'vitest'

const description = masterDescription(gameCodes.lucky12)
if (!description) throw new Error('no game')
const game = compileGame({ ...description, policy: 'random' })
const number = game.outcomes[0]?.text
const chance = 1 / game.outcomes.length
const daySeed = randomBytes(32)

const lines = [{ leg: `straight:${number}`, quantity: 1 }]
const leafOf = (ticketId: string, playerId: string, salt?: string) =>
  ticketLeafHash(toProvenTicket({ ticketId, playerId, lines, stake: 100n, salt }))

function wins(drawId: string, leaves: readonly Uint8Array[]) {
  const seed = deriveDecidingSeed(deriveSeed(daySeed, drawId), merkleRoot(leaves))
  return decide(game, { stakes: [], budget: 0n, booster: 1, seed }).outcome.text === number
}

/**
 * Draws won by an attacker who has the day seed, knows the other ticket with its salt, chooses the key of the own ticket
 * so that it would win without a salt, and bets last.
 */
function countWins(draws: number, saltOf: () => string | undefined): number {
  let won = 0
  for (let draw = 0; draw < draws; draw++) {
    const drawId = drawIdOf({ adminId: 'a1', gameId: gameCodes.lucky12 }, draw * 60_000)
    const other = leafOf(bookingIdOf('other', String(draw)), 'other', saltOf())
    let ticketId = ''
    for (let key = 0; ticketId === ''; key++) {
      const candidate = bookingIdOf('attacker', `${draw}-${key}`)
      if (wins(drawId, [other, leafOf(candidate, 'attacker')])) ticketId = candidate
    }
    won += Number(wins(drawId, [other, leafOf(ticketId, 'attacker', saltOf())]))
  }
  return won
}

describe('the holder of the day seed who bets last', () => {
  it('wins every draw if tickets have no salts', () => {
    expect(countWins(200, () => undefined)).toBe(200)
  })

  it('wins as often as the odds say with the salts of the ledger', () => {
    const draws = 10_000
    const won = countWins(draws, () => randomBytes(16).toString('hex'))
    // Six standard deviations: by chance less than once in 500 million runs.
    expect(Math.abs(won - draws * chance)).toBeLessThan(6 * Math.sqrt(draws * chance * (1 - chance)))
  }, 600_000)
})
