import { z } from 'zod'
import { CallerQuery, Id, ListQuery, SearchText } from '../define'
import { PresetQuery } from '../presets'
import { Role } from '../roles'
import { AsOf, calendarDay, dayOrMoment } from '../values/moments'
import { Points } from '../values/points'

/** A choice list sends an empty text, or `all`, for no choice. */
const chosen = <S extends z.ZodType<string>>(value: S) =>
  z
    .union([z.literal(''), z.literal('all'), value])
    .transform(text => (text === '' || text === 'all' ? undefined : text))
    .optional()

/** A day, or a moment, which stands for its day in the business zone. */
const Day = chosen(dayOrMoment())

/** `tdate` is one day and wins over the range, the range over `preset`. Without any of them: today. */
export const HistoryQuery = ListQuery.extend({
  /** Time is the only order it has. */
  sort: z.enum(['timeopen']).optional(),
  gameId: chosen(Id),
  /** An account of the caller's scope: its own tickets, or those of everybody below it. */
  userId: chosen(Id),
  startDate: Day,
  endDate: Day,
  tdate: chosen(calendarDay()),
  preset: PresetQuery.optional(),
  /** A past moment: the list as it stood then, with the results and wins that were known. */
  asOf: AsOf.optional(),
})
export type HistoryQuery = z.output<typeof HistoryQuery>

/** A result that was replaced: by whom, when and why. */
export const Correction = z.object({
  from: z.string(),
  to: z.string(),
  by: z.object({ username: z.string(), role: Role }),
  at: z.iso.datetime(),
  reason: z.string(),
})
export type Correction = z.infer<typeof Correction>

export const HistoryRow = z.object({
  ticketId: z.string(),
  username: z.string(),
  gameId: z.string(),
  gameName: z.string(),
  /** When the bet was booked, and when its draw was or will be drawn. */
  timeopen: z.iso.datetime(),
  timeclose: z.iso.datetime(),
  playpoints: Points,
  winpoints: Points,
  /** Null until the ticket is settled. */
  resultNo: z.string().nullable(),
  booster: z.number().int().nullable(),
  /** When the whole win was in the wallet; null before, and for tickets that did not win. */
  claimdate: z.iso.datetime().nullable(),
  playerId: z.string(),
  drawId: z.string(),
  /** Every time that the result was replaced, the first one first; absent where it never was. */
  corrections: z.array(Correction).optional(),
})
export type HistoryRow = z.infer<typeof HistoryRow>

export const TicketQuery = CallerQuery.extend({ ticketId: Id, gameId: Id })

export const TicketRow = z.object({
  ticketid: z.string(),
  drawno: z.string(),
  drawqty: z.number().int(),
  drawtotal: Points,
  /** Bet of the game's description, e.g. `straight`. */
  type: z.string(),
  win: Points,
})
export type TicketRow = z.infer<typeof TicketRow>

/** `q`: the beginning of a username; 50 at most. */
export const HistoryUsersQuery = CallerQuery.extend({ q: SearchText.optional() })
export const HistoryUser = z.object({ _id: z.string(), username: z.string(), role: Role })
export const HistoryGame = z.object({ _id: z.string(), gameId: z.string(), gameName: z.string() })
