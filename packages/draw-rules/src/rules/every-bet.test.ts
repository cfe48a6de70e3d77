import { describe, expect, it } from 'vitest'
import { gameNames, masterGame } from '../testing/arbitrary'
import { parseBets, winningLegs, winnings } from './bets'

/** Type, drawno, all winning results, and the payout for a stake of 10 points. */
type Row = readonly [type: string, drawno: string, winners: string | RegExp, pays: string]

const red = '1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36'
const black = '2 4 6 8 10 11 13 15 17 20 22 24 26 28 29 31 33 35'
const low = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18'
const high = '19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36'
const odd = '1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 33 35'
const even = '2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36'

const onBothWheels: Row[] = [
  ['straight', '0', '0', '360.00'],
  ['straight', '36', '36', '360.00'],
  ['split', '0-1', '0 1', '180.00'],
  ['split', '0-2', '0 2', '180.00'],
  ['split', '1-2', '1 2', '180.00'],
  ['split', '17-20', '17 20', '180.00'],
  ['split', '33-36', '33 36', '180.00'],
  ['street', '0-1-2', '0 1 2', '120.00'],
  ['street', '1-2-3', '1 2 3', '120.00'],
  ['street', '34-35-36', '34 35 36', '120.00'],
  ['corner', '1-2-4-5', '1 2 4 5', '90.00'],
  ['corner', '32-33-35-36', '32 33 35 36', '90.00'],
  ['line', '1-2-3-4-5-6', '1 2 3 4 5 6', '60.00'],
  ['line', '31-32-33-34-35-36', '31 32 33 34 35 36', '60.00'],
  ['dozen', '1', '1 2 3 4 5 6 7 8 9 10 11 12', '30.00'],
  ['dozen', '2', '13 14 15 16 17 18 19 20 21 22 23 24', '30.00'],
  ['dozen', '3', '25 26 27 28 29 30 31 32 33 34 35 36', '30.00'],
  ['column', '1', '1 4 7 10 13 16 19 22 25 28 31 34', '30.00'],
  ['column', '2', '2 5 8 11 14 17 20 23 26 29 32 35', '30.00'],
  ['column', '3', '3 6 9 12 15 18 21 24 27 30 33 36', '30.00'],
  ['color', 'red', red, '20.00'],
  ['color', 'black', black, '20.00'],
  ['parity', 'odd', odd, '20.00'],
  ['parity', 'even', even, '20.00'],
  ['half', 'low', low, '20.00'],
  ['half', 'high', high, '20.00'],
]

const digit: Row[] = [
  ['straight', '0', '0', '90.00'],
  ['straight', '9', '9', '90.00'],
]
const oneToTen: Row[] = [
  ['straight', '1', '1', '90.00'],
  ['straight', '10', '10', '90.00'],
]

const table: Readonly<Record<(typeof gameNames)[number], readonly Row[]>> = {
  funTarget: digit,
  funTimer: digit,
  dusKaDum: oneToTen,
  lucky10: oneToTen,
  funRoullet: [
    ...onBothWheels,
    ['straight', '00', '00', '360.00'],
    ['split', '0-00', '0 00', '180.00'],
    ['split', '00-2', '00 2', '180.00'],
    ['split', '00-3', '00 3', '180.00'],
    ['street', '0-00-2', '0 00 2', '120.00'],
    ['street', '00-2-3', '00 2 3', '120.00'],
  ],
  roulette: [
    ...onBothWheels,
    ['split', '0-3', '0 3', '180.00'],
    ['street', '0-2-3', '0 2 3', '120.00'],
    ['corner', '0-1-2-3', '0 1 2 3', '90.00'],
  ],
  tripleFun: [
    ['single', '7', /-7$/, '90.00'],
    ['single', '0', /-0$/, '90.00'],
    ['double', '07', /-0-7$/, '900.00'],
    ['double', '99', /-9-9$/, '900.00'],
    ['triple', '007', '0-0-7', '9000.00'],
    ['triple', '999', '9-9-9', '9000.00'],
  ],
  tripleChance: [
    ['single', '7', /7$/, '90.00'],
    ['double', '00', /00$/, '900.00'],
    ['triple', '042', '042', '9000.00'],
  ],
  andharBahar: [
    ['card', '1', '1-k-under 1-d-under 1-f-under 1-l-under', '120.00'],
    ['card', '7', '7-k 7-d 7-f 7-l', '120.00'],
    ['card', '13', '13-k-bahar 13-d-bahar 13-f-bahar 13-l-bahar', '120.00'],
    ['color', 'k', /-k(-|$)/, '37.50'],
    ['color', 'd', /-d(-|$)/, '37.50'],
    ['color', 'f', /-f(-|$)/, '37.50'],
    ['color', 'l', /-l(-|$)/, '37.50'],
    ['type', 'under', /^[1-6]-/, '19.50'],
    ['type', 'bahar', /^([89]|1[0-3])-/, '19.50'],
  ],
  titliSorrat: [
    ['straight', '1', '1', '110.00'],
    ['straight', '12', '12', '110.00'],
  ],
  bingo: [['straight', '25', '25', '220.00']],
  lucky12: [
    ['straight', '5', '5', '100.00'],
    ['row', '1', '1 2 3 4', '100.00'],
    ['row', '3', '9 10 11 12', '100.00'],
    ['column', '1', '1 5 9', '100.00'],
    ['column', '4', '4 8 12', '100.00'],
  ],
  lucky16: [
    ['straight', '16', '16', '140.00'],
    ['row', '1', '1 2 3 4', '140.00'],
    ['row', '4', '13 14 15 16', '140.00'],
    ['column', '2', '2 6 10 14', '140.00'],
  ],
}

const winnersOf = (texts: readonly string[], winners: Row[2]) =>
  typeof winners === 'string' ? winners.split(' ') : texts.filter(text => winners.test(text))

describe.each(gameNames)('the game %s', name => {
  const game = masterGame(name)

  it.each(table[name])('has a bet %s on %s that wins with %s and pays %s', (type, drawno, winners, pays) => {
    const read = parseBets(game, [{ type, drawno, quantity: 10 }])
    const paid = game.outcomes.flatMap(outcome => {
      const win = winnings(read.ok ? read.lines : [], winningLegs(game, outcome), 1)
      return win === 0n ? [] : [`${outcome.text} ${(Number(win) / 100).toFixed(2)}`]
    })
    const texts = game.outcomes.map(outcome => outcome.text)
    expect(paid.sort()).toEqual(
      winnersOf(texts, winners)
        .map(text => `${text} ${pays}`)
        .sort(),
    )
  })

  it('has all of its bet types in this table', () => {
    const { bets, bundles } = game.description
    const types = [...bets, ...bundles].map(bet => bet.type)
    expect([...new Set(table[name].map(([type]) => type))].sort()).toEqual(types.sort())
  })
})
