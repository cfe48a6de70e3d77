import { compileGame, parseBets } from '@cascade/draw-rules'
import { masterGames } from '@cascade/draw-rules/master'
import { describe, expect, it } from 'vitest'
import { chooseBets, playableOf } from './bets'
import { createRandom } from './random'

describe.each(masterGames)('bets on $gameName', ({ gameId, description }) => {
  const game = compileGame(description)
  const playable = playableOf(gameId, game)

  it('are valid for the game and cover all its bet types', () => {
    const random = createRandom(7)
    const types = new Set<string>()
    for (let ticket = 0; ticket < 300; ticket++) {
      const bets = chooseBets(playable, random)
      for (const { type } of bets) types.add(type)
      expect(parseBets(game, bets)).toMatchObject({ ok: true })
    }
    expect([...types].sort()).toEqual([...playable.types].sort())
  })

  it('are the same for the same seed', () => {
    const some = (seed: number) => {
      const random = createRandom(seed)
      return Array.from({ length: 20 }, () => chooseBets(playable, random))
    }
    expect(some(3)).toEqual(some(3))
    expect(some(3)).not.toEqual(some(4))
  })
})
