import { describe, expect, it } from 'vitest'
import { masterGame } from '../testing/arbitrary'
import { targetsOf } from './bets'

const counts = (name: 'funRoullet' | 'roulette') =>
  Object.fromEntries(Array.from(targetsOf(masterGame(name)), ([type, drawnos]) => [type, drawnos.length]))

describe('bets on a wheel', () => {
  it('exist for every line, field and crossing of the table', () => {
    const outside = { line: 11, dozen: 3, column: 3, color: 2, parity: 2, half: 2 }
    expect(counts('funRoullet')).toEqual({ straight: 38, split: 62, street: 15, corner: 22, ...outside })
    expect(counts('roulette')).toEqual({ straight: 37, split: 60, street: 14, corner: 23, ...outside })
  })

  it.each(['funRoullet', 'roulette'] as const)('all have the same expected return: %s', name => {
    const game = masterGame(name)
    for (const { key, covers, multiplier } of game.legs.values()) {
      expect([key, BigInt(covers.length) * multiplier]).toEqual([key, 3600n])
    }
  })

  it('include on a pocket all that touch it', () => {
    const with1 = (name: 'funRoullet' | 'roulette') =>
      masterGame(name)
        .dimensions[0]?.legsOn[1]?.map(leg => leg.key)
        .sort()
    const onBoth =
      'color:red column:1 corner:1-2-4-5 dozen:1 half:low line:1-2-3-4-5-6 parity:odd split:0-1 split:1-2 split:1-4'
    const streets = 'straight:1 street:0-1-2 street:1-2-3'
    expect(with1('funRoullet')).toEqual(`${onBoth} ${streets}`.split(' '))
    expect(with1('roulette')).toEqual(`${onBoth} ${streets} corner:0-1-2-3`.split(' ').sort())
  })
})
