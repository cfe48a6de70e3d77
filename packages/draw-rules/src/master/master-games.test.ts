import { GameDescription } from '@cascade/contracts/games'
import { describe, expect, it } from 'vitest'
import { compileGame } from '../rules/compile-game'
import { descriptionOf, gameNames, masterGame } from '../testing/arbitrary'
import { plainGame } from './describe-game'
import { masterGames } from './master-games'

const options = (name: Parameters<typeof masterGame>[0], dimension = 0) =>
  masterGame(name).dimensions[dimension]?.options ?? []
const drawnos = (name: Parameters<typeof masterGame>[0], dimension = 0) =>
  options(name, dimension)
    .map(option => option.drawno)
    .join(' ')
const labels = (name: Parameters<typeof masterGame>[0], dimension = 0) =>
  options(name, dimension)
    .map(option => option.label)
    .join(' ')
const colored = (name: Parameters<typeof masterGame>[0], color: string) =>
  options(name)
    .filter(option => option.color === color)
    .map(option => option.drawno)
    .join(' ')

describe('the master data', () => {
  // Code, name, seconds between draws, lock, result display; then the payout of each bet type, in hundredths of the
  // stake.
  it.each([
    ['MNOQqWWi', 'Fun Target', 60, 5, 0, 'straight 900'],
    [
      'vwRORrGO',
      'Fun Roullet',
      60,
      5,
      0,
      'straight 3600, split 1800, street 1200, corner 900, line 600, dozen 300, column 300, color 200, parity 200, half 200',
    ],
    ['zuuhVbBM', 'Triple Fun', 120, 10, 0, 'single 900, double 9000, triple 90000'],
    ['qZicXikM', 'Andhar Bahar', 120, 10, 0, 'card 1200, color 375, type 195'],
    ['qZicXikT', 'Titli Sorrat', 60, 5, 0, 'straight 1100'],
    ['qZicXibb', 'Bingo', 60, 5, 0, 'straight 2200'],
    ['acqOpdff', 'Fun Timer', 60, 5, 0, 'straight 900'],
    ['LuckyDzn', 'Lucky 12', 180, 10, 0, 'straight 1000'],
    ['LuckySxn', 'Lucky 16', 180, 10, 10, 'straight 1400'],
    ['TrpChnce', 'Triple Chance', 120, 10, 0, 'single 900, double 9000, triple 90000'],
    [
      'EuRoulet',
      'Roulette',
      60,
      5,
      0,
      'straight 3600, split 1800, street 1200, corner 900, line 600, dozen 300, column 300, color 200, parity 200, half 200',
    ],
    ['DusKaDum', 'DusKaDum', 180, 10, 10, 'straight 900'],
    ['LuckyTen', 'Lucky 10', 60, 5, 0, 'straight 900'],
  ])('has %s as %s with its schedule and payouts', (gameId, gameName, ...rest) => {
    const game = masterGames.find(each => each.gameId === gameId)
    const { draw, bets, policy, booster } = game?.description ?? masterGame('funTarget').description
    expect(game?.gameName).toBe(gameName)
    expect([
      draw.intervalSeconds,
      draw.lockSeconds,
      draw.resultSeconds,
      bets.map(bet => `${bet.type} ${bet.multiplier}`).join(', '),
    ]).toEqual(rest)
    expect(policy).toBe('budgeted')
    expect(booster).toEqual({ chance: 26 })
  })

  it('contains thirteen games with valid descriptions', () => {
    expect(masterGames).toHaveLength(13)
    for (const { description } of masterGames) expect(GameDescription.parse(description)).toEqual(description)
  })
})

describe('the options of a predefined game', () => {
  it('are the digits 1 to 9 and then 0 for Fun Target and Fun Timer', () => {
    expect(drawnos('funTarget')).toBe('1 2 3 4 5 6 7 8 9 0')
    expect(drawnos('funTimer')).toBe('1 2 3 4 5 6 7 8 9 0')
  })

  it('are 0 to 36 and then 00 for Fun Roullet, 0 to 36 for Roulette', () => {
    const numbers =
      '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36'
    expect(drawnos('funRoullet')).toBe(`${numbers} 00`)
    expect(drawnos('roulette')).toBe(numbers)
  })

  it.each([
    ['funRoullet', '0 00'],
    ['roulette', '0'],
  ] as const)('are red, black, and for %s green on %s', (name, green) => {
    expect(colored(name, 'red')).toBe('1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36')
    expect(colored(name, 'black')).toBe('2 4 6 8 10 11 13 15 17 20 22 24 26 28 29 31 33 35')
    expect(colored(name, 'green')).toBe(green)
  })

  it('are 0-0-0 to 9-9-9 for Triple Fun, 000 to 999 for Triple Chance, in ten groups of a hundred', () => {
    const fun = options('tripleFun').map(option => option.drawno)
    const chance = options('tripleChance').map(option => option.drawno)
    expect([fun[0], fun[7], fun[42], fun[999], fun.length]).toEqual(['0-0-0', '0-0-7', '0-4-2', '9-9-9', 1000])
    expect([chance[0], chance[7], chance[42], chance[999], chance.length]).toEqual(['000', '007', '042', '999', 1000])
    expect(descriptionOf('tripleChance').layout.groups).toEqual([100, 100, 100, 100, 100, 100, 100, 100, 100, 100])
  })

  it('are thirteen cards in 6, 1 and 6, four suits and two sides for Andhar Bahar', () => {
    expect(drawnos('andharBahar')).toBe('1 2 3 4 5 6 7 8 9 10 11 12 13')
    expect(labels('andharBahar')).toBe('A 2 3 4 5 6 7 8 9 10 J Q K')
    expect(descriptionOf('andharBahar').layout.groups).toEqual([6, 1, 6])
    expect(options('andharBahar', 1)).toEqual([
      { drawno: 'k', label: 'Spade', color: 'black', image: 'suit-spade' },
      { drawno: 'd', label: 'Diamond', color: 'red', image: 'suit-diamond' },
      { drawno: 'f', label: 'Club', color: 'black', image: 'suit-club' },
      { drawno: 'l', label: 'Heart', color: 'red', image: 'suit-heart' },
    ])
    expect(drawnos('andharBahar', 2)).toBe('under bahar')
  })

  it('are twelve pictures in two rows of six for Titli Sorrat', () => {
    expect(options('titliSorrat').map(option => `${option.drawno} ${option.image}`)).toEqual([
      '1 umbrella',
      '2 ball',
      '3 sun',
      '4 lamp',
      '5 cow',
      '6 water-pot',
      '7 kite',
      '8 spinning-top',
      '9 rose',
      '10 butterfly',
      '11 eagle',
      '12 rabbit',
    ])
    expect(descriptionOf('titliSorrat').layout).toEqual({ kind: 'pictures', columns: 6, groups: [6, 6] })
  })

  it('are numbered rank by rank for Lucky 12 and Lucky 16, each in heart, spade, diamond, club', () => {
    expect(labels('lucky12')).toBe('K♥ K♠ K♦ K♣ Q♥ Q♠ Q♦ Q♣ J♥ J♠ J♦ J♣')
    expect(labels('lucky16')).toBe('A♥ A♠ A♦ A♣ K♥ K♠ K♦ K♣ Q♥ Q♠ Q♦ Q♣ J♥ J♠ J♦ J♣')
    expect(drawnos('lucky16')).toBe('1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16')
    expect(colored('lucky12', 'red')).toBe('1 3 5 7 9 11')
    const images = options('lucky12').map(option => option.image)
    expect([images[0], images[5], images[11]]).toEqual(['card-k-heart', 'card-q-spade', 'card-j-club'])
  })

  it('are consecutive numbers for the others', () => {
    expect(drawnos('bingo')).toBe('1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25')
    expect(drawnos('dusKaDum')).toBe('1 2 3 4 5 6 7 8 9 10')
    expect(drawnos('lucky10')).toBe('1 2 3 4 5 6 7 8 9 10')
  })

  it('are unique in every game', () => {
    for (const name of gameNames) {
      const texts = masterGame(name).outcomes.map(outcome => outcome.text)
      expect(new Set(texts).size).toBe(texts.length)
    }
  })
})

describe('a game without a description', () => {
  it('gets a grid of its digits and a payout of one less than their number', () => {
    const game = compileGame(GameDescription.parse(plainGame(7, 90)))
    expect(game.outcomes.map(outcome => outcome.text)).toEqual(['1', '2', '3', '4', '5', '6', '7'])
    expect(game.legs.get('straight:7')?.multiplier).toBe(600n)
    expect(game.description.draw).toEqual({ intervalSeconds: 90, lockSeconds: 5, resultSeconds: 0 })
  })

  it('pays back the stake if there is only one digit', () => {
    expect(compileGame(plainGame(1)).legs.get('straight:1')?.multiplier).toBe(100n)
  })

  it.each([0, -1, 1.5, 1001, Number.NaN])('is rejected for %s digits', nodigit => {
    expect(() => plainGame(nodigit)).toThrow(RangeError)
  })
})
