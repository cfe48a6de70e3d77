import type { CoverName, GameDescription, GameOption } from '@cascade/contracts/games'

/** One possible bet of a type: its name, and the indices of the options it pays on. */
export type Target = { drawno: string; covers: readonly number[] }

/** The options of a dimension, and the number of display columns. */
export type CoverGround = { options: readonly GameOption[]; columns: GameDescription['layout']['columns'] }

/**
 * Every target of a bet type, in table order.
 * @throws RangeError if the options do not fit the rule
 */
export type CoverRule = (ground: CoverGround) => readonly Target[]

/** Groups option indices by name, in order of first appearance; options without a name are skipped. */
function targetsByName(names: readonly (string | undefined)[]): Target[] {
  const covers = new Map<string, number[]>()
  for (const [index, name] of names.entries()) {
    if (name === undefined) continue
    const others = covers.get(name)
    if (others) others.push(index)
    else covers.set(name, [index])
  }
  return Array.from(covers, ([drawno, indices]) => ({ drawno, covers: indices }))
}

/** Bets on the last `count` digits of a number, default all; separators do not count. */
function lastDigits(count?: number): CoverRule {
  return ({ options }) => {
    const numbers = options.map(({ drawno }) => drawno.replaceAll('-', ''))
    const width = numbers[0]?.length ?? 0
    if (numbers.some(number => number.length !== width || !/^\d+$/.test(number))) {
      throw new RangeError('needs numbers of as many digits each')
    }
    const used = count ?? width
    if (used > width) throw new RangeError(`needs numbers of at least ${used} digits`)
    return targetsByName(numbers.map(number => number.slice(width - used)))
  }
}

const requireFullRows: (rule: CoverRule) => CoverRule = rule => ground => {
  if (ground.options.length % ground.columns !== 0) throw new RangeError('needs full rows')
  return rule(ground)
}

/** A row of the grid (one rank), numbered from 1. */
const cardRow = requireFullRows(({ options, columns }) =>
  targetsByName(options.map((_, index) => String(Math.floor(index / columns) + 1))),
)

/** A column of the grid (one suit), numbered from 1. */
const cardColumn = requireFullRows(({ options, columns }) =>
  targetsByName(options.map((_, index) => String((index % columns) + 1))),
)

/** All options of one colour, as coloured by the description. */
const redBlack: CoverRule = ({ options }) =>
  ['red', 'black'].map(drawno => {
    const covers = options.flatMap(({ color }, index) => (color === drawno ? [index] : []))
    if (covers.length === 0) throw new RangeError(`needs options that are ${drawno}`)
    return { drawno, covers }
  })

/** Pockets by name: `0` to `36`, and `00` on a double-zero wheel. */
type Wheel = { indexOf: (pocket: string) => number; hasDoubleZero: boolean }

/** @throws RangeError unless the options are those of a roulette wheel */
function parseWheel({ options }: CoverGround): Wheel {
  const indices = new Map(options.map(({ drawno }, index) => [drawno, index]))
  const hasDoubleZero = indices.has('00')
  const isWheel = Array.from({ length: 37 }, (_, number) => String(number)).every(pocket => indices.has(pocket))
  if (!isWheel || indices.size !== (hasDoubleZero ? 38 : 37)) throw new RangeError('needs the pockets of a roulette')
  return { hasDoubleZero, indexOf: pocket => indices.get(pocket) ?? -1 }
}

/** A cover rule from lists of pockets; the bet is named by its pockets: `0-00-2`. */
function pocketRule(fields: (hasDoubleZero: boolean) => readonly (readonly (number | '00')[])[]): CoverRule {
  return ground => {
    const wheel = parseWheel(ground)
    return fields(wheel.hasDoubleZero).map(pockets => ({
      drawno: pockets.join('-'),
      covers: pockets.map(pocket => wheel.indexOf(String(pocket))),
    }))
  }
}

/** A cover rule from a name for each of the numbers 1 to 36. */
function numberRule(names: readonly string[], nameOf: (number: number) => string): CoverRule {
  return ground => {
    const wheel = parseWheel(ground)
    const numbers = Array.from({ length: 36 }, (_, index) => index + 1)
    return names.map((drawno): Target => {
      const covered = numbers.filter(number => nameOf(number) === drawno)
      return { drawno, covers: covered.map(number => wheel.indexOf(String(number))) }
    })
  }
}

/** Table layout: twelve rows of three, 1 2 3, 4 5 6 …; the zeros are above the first row, 0 next to 00. */
const rowStarts = Array.from({ length: 12 }, (_, row) => row * 3 + 1)
const numbers = Array.from({ length: 36 }, (_, index) => index + 1)
const hasRightNeighbour = (number: number) => number % 3 !== 0

/** Two adjacent numbers. */
const split = pocketRule(hasDoubleZero => [
  ...(hasDoubleZero
    ? [
        [0, '00' as const],
        [0, 1],
        [0, 2],
        ['00' as const, 2],
        ['00' as const, 3],
      ]
    : [
        [0, 1],
        [0, 2],
        [0, 3],
      ]),
  ...numbers.filter(hasRightNeighbour).map(number => [number, number + 1]),
  ...numbers.filter(number => number <= 33).map(number => [number, number + 3]),
])

/** A row of three, or three adjacent numbers including a zero. */
const street = pocketRule(hasDoubleZero => [
  ...(hasDoubleZero
    ? [
        [0, 1, 2],
        [0, '00' as const, 2],
        ['00' as const, 2, 3],
      ]
    : [
        [0, 1, 2],
        [0, 2, 3],
      ]),
  ...rowStarts.map(first => [first, first + 1, first + 2]),
])

/** Four numbers around a corner; on a single-zero wheel also the first four. */
const corner = pocketRule(hasDoubleZero => [
  ...(hasDoubleZero ? [] : [[0, 1, 2, 3]]),
  ...numbers
    .filter(number => number <= 32 && hasRightNeighbour(number))
    .map(number => [number, number + 1, number + 3, number + 4]),
])

/** Two rows of three. */
const line = pocketRule(() => rowStarts.slice(0, -1).map(first => [0, 1, 2, 3, 4, 5].map(step => first + step)))

/** 1: 1–12, 2: 13–24, 3: 25–36. */
const dozen = numberRule(['1', '2', '3'], number => String(Math.ceil(number / 12)))
/** Named by its first number. */
const column = numberRule(['1', '2', '3'], number => String(((number - 1) % 3) + 1))
const oddEven = numberRule(['odd', 'even'], number => (number % 2 === 0 ? 'even' : 'odd'))
const lowHigh = numberRule(['low', 'high'], number => (number <= 18 ? 'low' : 'high'))

/** Implementations of the cover rules that descriptions name. */
export const coverRules: Readonly<Record<CoverName, CoverRule>> = {
  same: ({ options }) => targetsByName(options.map(option => option.drawno)),
  'all-digits': lastDigits(),
  'last-two-digits': lastDigits(2),
  'last-digit': lastDigits(1),
  split,
  street,
  corner,
  line,
  dozen,
  column,
  'red-black': redBlack,
  'odd-even': oddEven,
  'low-high': lowHigh,
  'card-row': cardRow,
  'card-column': cardColumn,
}
