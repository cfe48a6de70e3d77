import { z } from 'zod'
import { announcementExample, CurrentAnnouncement } from '../../accounts/announcements'
import { Id } from '../../define'
import { Points } from '../../values/points'
import { PlayDraw, tableExamples } from './tables'

/** Core NATS subject, below the namespace, that announces changed draws; the payload is `DrawsChanged`. */
export const drawsChangedSubject = 'feed.draws-changed'

/** Offerings with a new result or another betting stop; null means all admins or all games. */
export const DrawsChanged = z.array(z.object({ adminId: z.string().nullable(), gameId: z.string().nullable() }))
export type DrawsChanged = z.infer<typeof DrawsChanged>

/** Payload of the socket event `play`: follows the draws of a game, or of none. */
export const PlayRequest = z.strictObject({ gameId: Id.optional() })

/** Number of the message on its socket: 1, 2, 3 … After a gap the client reads its state again. */
const number = z.number().int()

/** The open draw of the followed game: at once, and after each change. */
export const PlayDrawPush = z.union([
  z.object({ number, gameId: z.string(), draw: PlayDraw }),
  z.object({ number, gameId: z.string().nullable(), error: z.string() }),
])
export type PlayDrawPush = z.infer<typeof PlayDrawPush>

/** The player's balance after a change. */
export const PlayWalletPush = z.object({ number, balance: Points, at: z.iso.datetime() })
export type PlayWalletPush = z.infer<typeof PlayWalletPush>

export const PlayTicketPush = z.object({
  number,
  change: z.enum(['settled', 'corrected', 'claimed']),
  gameId: z.string(),
  /** Draw of the tickets; null for claimed ones, which may be of several draws. */
  drawId: z.string().nullable(),
  /** How many tickets of the player changed. */
  tickets: z.number().int(),
  /** Points won, the difference of a correction, or points claimed. */
  amount: z.number(),
})
export type PlayTicketPush = z.infer<typeof PlayTicketPush>

/** All announcements in force for the player: after connecting unless there are none, and after each change. */
export const PlayAnnouncementPush = z.object({ number, announcements: z.array(CurrentAnnouncement) })
export type PlayAnnouncementPush = z.infer<typeof PlayAnnouncementPush>

/** Core NATS subject, below the namespace, of what a feed's new events change; the payload is `PlayersChanged`. */
export const playersChangedSubject = (feed: 'credit' | 'play' | 'live' | '*') => `feed.players.${feed}`

const Hundredths = z.string().regex(/^-?\d+$/)

/** Changes by the events with the numbers from `after` + 1 to `upTo`. Amounts are hundredths as decimal strings. */
export const PlayersChanged = z.object({
  after: z.number().int(),
  upTo: z.number().int(),
  wallets: z.array(z.object({ accountId: z.string(), at: z.iso.datetime(), balance: Hundredths })),
  tickets: z.array(PlayTicketPush.omit({ number: true }).extend({ accountId: z.string(), amount: Hundredths })),
})
export type PlayersChanged = z.infer<typeof PlayersChanged>

export type PlayPushes = {
  playDraw: PlayDrawPush
  playWallet: PlayWalletPush
  playTicket: PlayTicketPush
  playAnnouncement: PlayAnnouncementPush
}

export function playPushExamples(): PlayPushes {
  const fields = tableExamples().fields ?? {}
  const draw = PlayDraw.parse(fields)
  const gameId = String(fields.gameId)
  return {
    playDraw: { number: 1, gameId, draw },
    playWallet: { number: 2, balance: 990, at: draw.now },
    playTicket: { number: 3, change: 'settled', gameId, drawId: draw.drawId, tickets: 1, amount: 90 },
    playAnnouncement: {
      number: 4,
      announcements: [CurrentAnnouncement.parse({ ...announcementExample, by: 'admin1' })],
    },
  }
}
