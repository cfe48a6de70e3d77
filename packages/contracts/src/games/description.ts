import { z } from 'zod'
import { freeText } from '../values/text'

/** Maximum options of one dimension; also the maximum of `nodigit`. */
export const optionsMax = 1000
const maxPoints = 10_000_000_000
/** Maximum payout of a bet before the booster, in hundredths of the stake. */
export const multiplierMax = 1_000_000

const Drawno = z
  .string()
  .regex(/^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/)
  .max(16)
const Label = freeText().min(1).max(40)
const TypeName = z.string().regex(/^[a-z][a-z0-9]{0,15}$/)
const Count = z.number().int().min(1).max(100)
const WholePoints = z.number().int().min(1).max(maxPoints)

/** One drawable option. `color` and `image` are keys: the screen supplies colour and picture. */
export const GameOption = z.strictObject({
  drawno: Drawno,
  label: Label,
  color: z
    .string()
    .regex(/^[a-z]{1,16}$/)
    .optional(),
  image: z
    .string()
    .regex(/^[a-z0-9-]{1,80}$/)
    .optional(),
})
export type GameOption = z.infer<typeof GameOption>

/** Options named by consecutive numbers of at least `width` digits, joined by `separator`: 7 may be `0-0-7`. */
export const NumberSeries = z.strictObject({
  first: z.number().int().min(0).max(999_999),
  last: z.number().int().min(0).max(999_999),
  width: z.number().int().min(1).max(6),
  separator: z.enum(['', '-']),
})
export type NumberSeries = z.infer<typeof NumberSeries>

/** Named like the fields of a manual result. Most games have only `result`. */
export const dimensionKeys = ['result', 'color', 'type'] as const
const DimensionKey = z.enum(dimensionKeys)
export type DimensionKey = z.infer<typeof DimensionKey>

/** A result has one option of each dimension. */
export const GameDimension = z.strictObject({
  key: DimensionKey,
  label: Label,
  options: z.union([z.array(GameOption).min(1).max(optionsMax), NumberSeries]),
  /**
   * For a drawn result: the options of `result` that imply each option of this dimension; an option of `result` in no
   * list implies none. Absent: all combinations are possible.
   */
  follows: z.record(Drawno, z.array(Drawno).min(1).max(optionsMax)).optional(),
})
export type GameDimension = z.infer<typeof GameDimension>

/** Rules of `@cascade/draw-rules` for the options that a bet covers. */
export const coverNames = [
  'same',
  'all-digits',
  'last-two-digits',
  'last-digit',
  'split',
  'street',
  'corner',
  'line',
  'dozen',
  'column',
  'red-black',
  'odd-even',
  'low-high',
  'card-row',
  'card-column',
] as const
export const CoverName = z.enum(coverNames)
export type CoverName = z.infer<typeof CoverName>

export const BetType = z.strictObject({
  type: TypeName,
  label: Label,
  dimension: DimensionKey,
  /** Payout in hundredths of the stake, including the stake: 195 pays 1.95 for 1. */
  multiplier: z.number().int('At most two decimals').min(100, 'At least × 1').max(multiplierMax, 'At most × 10,000'),
  cover: CoverName,
})
export type BetType = z.infer<typeof BetType>

/** A bet that expands to one bet of type `of` on each covered option, each with the full quantity. */
export const Bundle = z.strictObject({ type: TypeName, label: Label, cover: CoverName, of: TypeName })
export type Bundle = z.infer<typeof Bundle>

export const DrawPolicy = z.enum(['budgeted', 'random'])
export type DrawPolicy = z.infer<typeof DrawPolicy>

/** A draw has booster 2 with a probability of 1 in `chance`, decided by its own seed, independent of other draws. */
const DrawBooster = z.strictObject({ chance: z.number().int().min(2).max(1000) })

/** The rules, layout, schedule and limits of a game; versioned with the game. */
export const GameDescription = z
  .strictObject({
    layout: z.strictObject({
      kind: z.enum(['digits', 'wheel', 'thousand', 'cards', 'pictures', 'grid']),
      columns: Count,
      /** Number of cells per group, in order; the remaining cells form a last group. Empty: one group. */
      groups: z.array(z.number().int().min(1).max(optionsMax)).max(100),
    }),
    /** The first dimension is `result`. */
    dimensions: z.array(GameDimension).min(1).max(dimensionKeys.length),
    bets: z.array(BetType).min(1).max(24),
    bundles: z.array(Bundle).max(12),
    draw: z.strictObject({
      intervalSeconds: z.number().int().min(10).max(86_400),
      /** Seconds before the draw at which bets and manual results close. */
      lockSeconds: z.number().int().min(1).max(3600),
      /** Seconds for which the result is shown at the start of the next draw; 0: only in the strip of last results. */
      resultSeconds: z.number().int().min(0).max(3600),
      /** Seconds after a bet in which its player may void it, until betting closes. Absent or 0: never. */
      voidSeconds: z.number().int().min(0).max(10).optional(),
    }),
    policy: DrawPolicy,
    booster: DrawBooster,
    /** Whole points, so that every payout is exact to the hundredth. */
    limits: z.strictObject({
      betMin: WholePoints,
      /** Maximum per ticket and option. */
      betMax: WholePoints,
      betStep: WholePoints,
      /** Maximum per draw and option, over all tickets. */
      drawOptionMax: WholePoints,
      /** Maximum per player and business day. */
      playerDayMax: WholePoints,
      /** Maximum cost of the most expensive result of a draw at booster 2. */
      liabilityMax: WholePoints,
    }),
  })
  .superRefine((description, context) => {
    for (const { path, message } of relationFaults(description)) context.addIssue({ code: 'custom', path, message })
  })
export type GameDescription = z.infer<typeof GameDescription>

type RelationFault = { path: (string | number)[]; message: string }

type Related = Pick<GameDescription, 'dimensions' | 'bets' | 'bundles' | 'draw' | 'limits'>

/** Contradictions between fields of a description. Whether a cover rule fits its options is checked in draw-rules. */
function relationFaults(description: Related): RelationFault[] {
  return [
    ...dimensionFaults(description.dimensions),
    ...betFaults(description),
    ...timeFaults(description.draw),
    ...limitFaults(description.limits),
  ]
}

function dimensionFaults(dimensions: readonly GameDimension[]): RelationFault[] {
  const keys = dimensions.map(dimension => dimension.key)
  const faults: RelationFault[] = []
  if (keys[0] !== 'result')
    faults.push({ path: ['dimensions', 0, 'key'], message: 'The first dimension must be result' })
  if (dimensions[0]?.follows)
    faults.push({ path: ['dimensions', 0, 'follows'], message: 'The first dimension cannot follow another one' })
  return [
    ...faults,
    ...duplicateIndices(keys).map(index => ({ path: ['dimensions', index, 'key'], message: 'Named twice' })),
  ]
}

function betFaults({ bets, bundles, dimensions }: Related): RelationFault[] {
  const types = [...bets, ...bundles].map((each: BetType | Bundle) => each.type)
  const pathOf = (index: number) =>
    index < bets.length ? ['bets', index, 'type'] : ['bundles', index - bets.length, 'type']
  const faults: RelationFault[] = duplicateIndices(types).map(index => ({
    path: pathOf(index),
    message: 'Named twice',
  }))
  for (const [index, bet] of bets.entries()) {
    if (dimensions.some(dimension => dimension.key === bet.dimension)) continue
    faults.push({ path: ['bets', index, 'dimension'], message: 'The game has no such dimension' })
  }
  for (const [index, bundle] of bundles.entries()) {
    if (bets.some(bet => bet.type === bundle.of && bet.cover === 'same')) continue
    faults.push({ path: ['bundles', index, 'of'], message: 'Not a bet on one option' })
  }
  return faults
}

function timeFaults({ intervalSeconds, lockSeconds, resultSeconds }: GameDescription['draw']): RelationFault[] {
  const longer = (field: string) => ({ path: ['draw', field], message: 'Shorter than the time between draws' })
  return [
    ...(lockSeconds >= intervalSeconds ? [longer('lockSeconds')] : []),
    ...(resultSeconds >= intervalSeconds ? [longer('resultSeconds')] : []),
  ]
}

function limitFaults({ betMin, betMax, betStep, drawOptionMax, playerDayMax }: GameDescription['limits']) {
  const faults: RelationFault[] = []
  const check = (field: string, holds: boolean, message: string) => {
    if (!holds) faults.push({ path: ['limits', field], message })
  }
  check('betMax', betMax >= betMin, 'Not below the smallest bet')
  check('betMin', betMin % betStep === 0, 'A multiple of the step')
  check('betMax', betMax % betStep === 0, 'A multiple of the step')
  check('drawOptionMax', drawOptionMax >= betMax, 'Not below the largest bet')
  check('playerDayMax', playerDayMax >= betMax, 'Not below the largest bet')
  return faults
}

/** Indices of names that occurred before. */
const duplicateIndices = (names: readonly string[]) =>
  names.flatMap((name, index) => (names.indexOf(name) < index ? [index] : []))
