import { z } from 'zod'
import { EventPerson } from '../event-actor'
import { DrawPolicy, dimensionKeys, GameDescription } from '../games/description'
import { Role } from '../roles'
import { Points } from '../values/points'
import { Booster } from './fairness/record-values'

export const LiveActor = z.object({
  accountId: z.string(),
  username: z.string(),
  role: Role,
  person: EventPerson.optional(),
  approvedBy: z.string().optional(),
})
export type LiveActor = z.infer<typeof LiveActor>

/** An offering (admin × game) whose draws the caller may control. */
export const LiveOffering = z.object({
  adminId: z.string(),
  username: z.string(),
  gameId: z.string(),
  gameName: z.string(),
})
export type LiveOffering = z.infer<typeof LiveOffering>

/** One option of a draw on the live screen, in points. */
export const LiveOption = z.object({
  drawno: z.string(),
  label: z.string(),
  /** Total open stake of all bets that pay on this option. */
  sum: Points,
  /** Payout of those bets at booster 1 and booster 2. */
  liability: Points,
  liabilityBoosted: Points,
  color: z.string().optional(),
  image: z.string().optional(),
})
export type LiveOption = z.infer<typeof LiveOption>

/** A result that an operator saved for a draw; saving again replaces it. */
export const PendingResult = z.object({
  drawId: z.string(),
  /** The text of the result in history. */
  result: z.string(),
  /** The `drawno` of each dimension. */
  picks: z.partialRecord(z.enum(dimensionKeys), z.string()),
  booster: Booster,
  by: LiveActor,
  at: z.iso.datetime(),
})
export type PendingResult = z.infer<typeof PendingResult>

/** What the draw policy would do with the current stakes at booster 1, before the seed is known. In points. */
export const PolicyPreview = z.object({
  policy: DrawPolicy,
  /** Percentage that the operator keeps. */
  winpercentage: z.number(),
  /** Maximum payout of the draw. */
  budget: Points,
  /** Number of candidates, and whether they are within the budget. */
  candidates: z.number().int(),
  fits: z.boolean(),
  /** Cost of the cheapest and the most expensive candidate, and the mean of all. */
  least: Points,
  most: Points,
  mean: Points,
  /** `drawno` of the options in `data` that occur in a candidate; absent if all of them do. */
  drawnos: z.array(z.string()).optional(),
})
export type PolicyPreview = z.infer<typeof PolicyPreview>

export const LastResult = z.object({
  /** The result as text: `7`, `0-0-7`, `1-k-under`. */
  drawno: z.string(),
  booster: z.number().int(),
  drawId: z.string(),
  drawAt: z.iso.datetime(),
  /** Draw number. */
  number: z.number().int(),
})
export type LastResult = z.infer<typeof LastResult>

/** Betting stops in force: for this offering, for all games of the admin, for the game at all admins. */
export const BettingStops = z.object({ game: z.boolean(), admin: z.boolean(), everywhere: z.boolean() })
export type BettingStops = z.infer<typeof BettingStops>

/** The part of a live game that changes with bets, results and draws. */
const figures = {
  drawId: z.string(),
  /** When betting on the open draw began, when it closes, and when it is drawn. */
  opensAt: z.iso.datetime(),
  lockAt: z.iso.datetime(),
  drawAt: z.iso.datetime(),
  gameVersion: z.number().int(),
  /** SHA-256 of the seed of the open draw: proves that the seed was fixed before the first bet. */
  commitment: z.string(),
  seedKeyId: z.string(),
  percentageData: z.array(z.object({ gameBalance: Points })),
  collections: z.object({ totalPlaypoints: Points, totalWinpoints: Points, totalDraw: Points }),
  lastData: z.object({ data: z.array(LastResult) }),
  pending: PendingResult.nullable(),
  preview: PolicyPreview.nullable(),
  stops: BettingStops,
  /** Cost of the most expensive result at booster 2. */
  highestLiability: Points,
  tickets: z.number().int(),
}

/** Position of a state in the change feed of one offering. Positions of different epochs are unrelated. */
export const FeedPosition = z.object({ epoch: z.string(), number: z.number().int() })
export type FeedPosition = z.infer<typeof FeedPosition>

/** Maximum interval between messages in ms: after twice that without one, the data is stale. */
const tickMs = z.number().int().optional()

/** The open draw of one offering. Times are server times. */
export const LiveGame = z.object({
  adminId: z.string(),
  gameId: z.string(),
  gameName: z.string(),
  /** Server time when this was written, for countdowns. */
  now: z.iso.datetime(),
  timecount: z.number().int(),
  layout: GameDescription.shape.layout,
  limits: GameDescription.shape.limits,
  policy: DrawPolicy,
  /** Seconds for which a result is shown at the start of the next draw. */
  resultSeconds: z.number().int(),
  data: z.array(LiveOption),
  dataColors: z.array(LiveOption),
  dataCardTypes: z.array(LiveOption),
  ...figures,
  feed: FeedPosition,
  tickMs,
})
export type LiveGame = z.infer<typeof LiveGame>

/** New figures of the option at `index`. */
const OptionChange = z.object({ index: z.number().int(), sum: Points, liability: Points, liabilityBoosted: Points })

/**
 * Changes of a live game since the preceding number. Apply it with `applyLiveChange`; after a gap in the numbers, or in
 * another epoch, request a new snapshot.
 */
export const LiveChange = z.object({
  adminId: z.string(),
  gameId: z.string(),
  now: z.iso.datetime(),
  feed: FeedPosition,
  tickMs,
  /** The game was deleted; this is the last change. */
  removed: z.literal(true).optional(),
  /** A new draw has opened: all options not listed are reset to 0. */
  cleared: z.boolean().optional(),
  data: z.array(OptionChange).optional(),
  dataColors: z.array(OptionChange).optional(),
  dataCardTypes: z.array(OptionChange).optional(),
  ...z.object(figures).partial().shape,
})
export type LiveChange = z.infer<typeof LiveChange>

export const previewExample: PolicyPreview = {
  policy: 'budgeted',
  winpercentage: 10,
  budget: 909,
  candidates: 10,
  fits: true,
  least: 0,
  most: 90,
  mean: 9,
}

/** An open draw of Fun Target, 30 s before its end, with 10 points on the 7. */
export const liveGameExample: LiveGame = {
  adminId: 'a1',
  gameId: 'MNOQqWWi',
  gameName: 'Fun Target',
  now: '2026-03-01T10:00:30.000Z',
  timecount: 60,
  layout: { kind: 'digits', columns: 5, groups: [] },
  limits: {
    betMin: 1,
    betMax: 10_000,
    betStep: 1,
    drawOptionMax: 100_000,
    playerDayMax: 1_000_000,
    liabilityMax: 50_000_000,
  },
  policy: 'budgeted',
  resultSeconds: 0,
  data: [
    { drawno: '1', label: '1', sum: 0, liability: 0, liabilityBoosted: 0 },
    { drawno: '2', label: '2', sum: 0, liability: 0, liabilityBoosted: 0 },
    { drawno: '3', label: '3', sum: 0, liability: 0, liabilityBoosted: 0 },
    { drawno: '4', label: '4', sum: 0, liability: 0, liabilityBoosted: 0 },
    { drawno: '5', label: '5', sum: 0, liability: 0, liabilityBoosted: 0 },
    { drawno: '6', label: '6', sum: 0, liability: 0, liabilityBoosted: 0 },
    { drawno: '7', label: '7', sum: 10, liability: 90, liabilityBoosted: 180 },
    { drawno: '8', label: '8', sum: 0, liability: 0, liabilityBoosted: 0 },
    { drawno: '9', label: '9', sum: 0, liability: 0, liabilityBoosted: 0 },
    { drawno: '0', label: '0', sum: 0, liability: 0, liabilityBoosted: 0 },
  ],
  dataColors: [],
  dataCardTypes: [],
  drawId: 'a1_MNOQqWWi_1772359260',
  opensAt: '2026-03-01T10:00:00.000Z',
  lockAt: '2026-03-01T10:00:55.000Z',
  drawAt: '2026-03-01T10:01:00.000Z',
  gameVersion: 1,
  commitment: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  seedKeyId: 'seed-1',
  percentageData: [{ gameBalance: 1010 }],
  collections: { totalPlaypoints: 250, totalWinpoints: 90, totalDraw: 10 },
  lastData: {
    data: [
      { drawno: '3', booster: 1, drawId: 'a1_MNOQqWWi_1772359200', drawAt: '2026-03-01T10:00:00.000Z', number: 4212 },
      { drawno: '0', booster: 2, drawId: 'a1_MNOQqWWi_1772359140', drawAt: '2026-03-01T09:59:00.000Z', number: 4211 },
    ],
  },
  pending: null,
  preview: previewExample,
  stops: { game: false, admin: false, everywhere: false },
  highestLiability: 180,
  tickets: 1,
  feed: { epoch: 'e1', number: 12 },
}

/** The change after a stake of 5 points on the 0 in `liveGameExample`. */
export const liveChangeExample: LiveChange = {
  adminId: 'a1',
  gameId: 'MNOQqWWi',
  now: '2026-03-01T10:00:31.000Z',
  feed: { epoch: 'e1', number: 13 },
  data: [{ index: 9, sum: 5, liability: 45, liabilityBoosted: 90 }],
  percentageData: [{ gameBalance: 1015 }],
  collections: { totalPlaypoints: 255, totalWinpoints: 90, totalDraw: 15 },
  tickets: 2,
}
