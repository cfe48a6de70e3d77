import {
  type BetType,
  type DimensionKey,
  type GameDescription,
  type GameOption,
  gameCodes,
} from '@cascade/contracts/games'
import { describeGame, numberInOrder, plainGame, resultBet, resultDimension, straight } from './describe-game'

const bet = (type: string, label: string, dimension: DimensionKey, multiplier: number): BetType => ({
  type,
  label,
  dimension,
  multiplier,
  cover: 'same',
})

const ranks = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']

/** Card, suit and side are separate bets. The card determines the side; the 7 has none. */
const andharBahar = describeGame({
  layout: { kind: 'cards', columns: 3, groups: [6, 1, 6] },
  dimensions: [
    {
      key: 'result',
      label: 'Card',
      options: numberInOrder(ranks.map(label => ({ label, image: `card-${label.toLowerCase()}` }))),
    },
    {
      key: 'color',
      label: 'Colour',
      options: [
        { drawno: 'k', label: 'Spade', color: 'black', image: 'suit-spade' },
        { drawno: 'd', label: 'Diamond', color: 'red', image: 'suit-diamond' },
        { drawno: 'f', label: 'Club', color: 'black', image: 'suit-club' },
        { drawno: 'l', label: 'Heart', color: 'red', image: 'suit-heart' },
      ],
    },
    {
      key: 'type',
      label: 'Type',
      options: [
        { drawno: 'under', label: 'Under' },
        { drawno: 'bahar', label: 'Bahar' },
      ],
      follows: { under: ['1', '2', '3', '4', '5', '6'], bahar: ['8', '9', '10', '11', '12', '13'] },
    },
  ],
  bets: [bet('card', 'Card', 'result', 1200), bet('color', 'Colour', 'color', 375), bet('type', 'Type', 'type', 195)],
  intervalSeconds: 120,
})

const numbers = Array.from({ length: 25 }, (_, index) => String(index + 1))

const bingo = describeGame({
  layout: { kind: 'grid', columns: 5, groups: [] },
  dimensions: resultDimension(numberInOrder(numbers.map(label => ({ label, image: `ball-${label}` })))),
  bets: [straight(2200)],
  intervalSeconds: 60,
})

const suits = [
  { sign: '♥', name: 'heart', color: 'red' },
  { sign: '♠', name: 'spade', color: 'black' },
  { sign: '♦', name: 'diamond', color: 'red' },
  { sign: '♣', name: 'club', color: 'black' },
] as const

/** Ranks in rows, suits in columns. A bet on a row or column is a bet on each of its cards. */
const court = (ranks: readonly string[], multiplier: number, resultSeconds: number) =>
  describeGame({
    layout: { kind: 'cards', columns: suits.length, groups: [] },
    dimensions: resultDimension(
      numberInOrder(
        ranks.flatMap(rank =>
          suits.map(({ sign, name, color }) => ({
            label: `${rank}${sign}`,
            color,
            image: `card-${rank.toLowerCase()}-${name}`,
          })),
        ),
      ),
    ),
    bets: [straight(multiplier)],
    bundles: [
      { type: 'row', label: 'Row', cover: 'card-row', of: 'straight' },
      { type: 'column', label: 'Column', cover: 'card-column', of: 'straight' },
    ],
    intervalSeconds: 180,
    resultSeconds,
  })

const lucky12 = court(['K', 'Q', 'J'], 1000, 0)
const lucky16 = court(['A', 'K', 'Q', 'J'], 1400, 10)

const digits = describeGame({
  layout: { kind: 'digits', columns: 5, groups: [] },
  dimensions: resultDimension(
    ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'].map(digit => ({ drawno: digit, label: digit })),
  ),
  bets: [straight(900)],
  intervalSeconds: 60,
})

/** All three-digit numbers in ten groups of a hundred, with bets on the last digit, the last two and all three. */
const thousand = (separator: '' | '-') =>
  describeGame({
    layout: { kind: 'thousand', columns: 10, groups: Array<number>(10).fill(100) },
    dimensions: resultDimension({ first: 0, last: 999, width: 3, separator }),
    bets: [
      resultBet('single', 'Single', 900, 'last-digit'),
      resultBet('double', 'Double', 9000, 'last-two-digits'),
      resultBet('triple', 'Triple', 90_000, 'all-digits'),
    ],
    intervalSeconds: 120,
  })

/** Cells named `a-b-c`. */
const tripleFun = thousand('-')
const tripleChance = thousand('')

const names = [
  'Umbrella',
  'Ball',
  'Sun',
  'Lamp',
  'Cow',
  'Water pot',
  'Kite',
  'Spinning top',
  'Rose',
  'Butterfly',
  'Eagle',
  'Rabbit',
]

const titliSorrat = describeGame({
  layout: { kind: 'pictures', columns: 6, groups: [6, 6] },
  dimensions: resultDimension(
    numberInOrder(names.map(label => ({ label, image: label.toLowerCase().replace(' ', '-') }))),
  ),
  bets: [straight(1100)],
  intervalSeconds: 60,
})

const redNumbers: ReadonlySet<number> = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36])

const pocket = (number: number): GameOption => {
  const color = number === 0 ? 'green' : redNumbers.has(number) ? 'red' : 'black'
  return { drawno: String(number), label: String(number), color }
}
const pockets = Array.from({ length: 37 }, (_, number) => pocket(number))

const wheel = (options: readonly GameOption[]) =>
  describeGame({
    layout: { kind: 'wheel', columns: 10, groups: [] },
    dimensions: resultDimension([...options]),
    bets: [
      straight(3600),
      resultBet('split', 'Split', 1800, 'split'),
      resultBet('street', 'Street', 1200, 'street'),
      resultBet('corner', 'Corner', 900, 'corner'),
      resultBet('line', 'Line', 600, 'line'),
      resultBet('dozen', 'Dozen', 300, 'dozen'),
      resultBet('column', 'Column', 300, 'column'),
      resultBet('color', 'Red or black', 200, 'red-black'),
      resultBet('parity', 'Odd or even', 200, 'odd-even'),
      resultBet('half', 'Low or high', 200, 'low-high'),
    ],
    intervalSeconds: 60,
  })

const europeanWheel = wheel(pockets)
/** With double zero, the last option. */
const americanWheel = wheel([...pockets, { drawno: '00', label: '00', color: 'green' }])

export type MasterGame = { gameId: string; gameName: string; description: GameDescription }

/** The predefined games in display order. Names are spelled as on the screens. */
export const masterGames: readonly MasterGame[] = [
  { gameId: gameCodes.funTarget, gameName: 'Fun Target', description: digits },
  { gameId: gameCodes.funRoullet, gameName: 'Fun Roullet', description: americanWheel },
  { gameId: gameCodes.tripleFun, gameName: 'Triple Fun', description: tripleFun },
  { gameId: gameCodes.andharBahar, gameName: 'Andhar Bahar', description: andharBahar },
  { gameId: gameCodes.titliSorrat, gameName: 'Titli Sorrat', description: titliSorrat },
  { gameId: gameCodes.bingo, gameName: 'Bingo', description: bingo },
  { gameId: gameCodes.funTimer, gameName: 'Fun Timer', description: digits },
  { gameId: gameCodes.lucky12, gameName: 'Lucky 12', description: lucky12 },
  { gameId: gameCodes.lucky16, gameName: 'Lucky 16', description: lucky16 },
  { gameId: gameCodes.tripleChance, gameName: 'Triple Chance', description: tripleChance },
  { gameId: gameCodes.roulette, gameName: 'Roulette', description: europeanWheel },
  { gameId: gameCodes.dusKaDum, gameName: 'DusKaDum', description: plainGame(10, 180, 10) },
  { gameId: gameCodes.lucky10, gameName: 'Lucky 10', description: plainGame(10) },
]

const byId: ReadonlyMap<string, MasterGame> = new Map(masterGames.map(game => [game.gameId, game]))

/** The description of a predefined game; undefined for other games. */
export const masterDescription = (gameId: string): GameDescription | undefined => byId.get(gameId)?.description
