import { z } from 'zod'
import { answerOf, endpoint, Id } from '../define'
import type { ExamplesOf } from '../example'
import type { Sent } from '../tell'
import { Points } from '../values/points'
import { adminExample, GameAtAdmin, liveTexts, reasonText, tellPair } from './control'
import { BettingStops, LiveActor, liveGameExample } from './live-game'

/** Usage of the limits of the open draw, in points. */
export const LimitUse = z.object({
  stops: BettingStops,
  liability: z.object({ highest: Points, most: Points }),
  /** The legs with the largest stakes, largest first, at most 20. */
  legs: z.array(z.object({ type: z.string(), drawno: z.string(), stake: Points, most: Points })),
})

/**
 * A betting stop: for one offering, for all games of an admin, for one game at all admins, or for everything that the
 * caller controls. Stops are independent: ending one leaves the others in force.
 */
export const SetStop = z
  .strictObject({
    adminId: Id.optional(),
    gameId: Id.optional(),
    everything: z.literal(true).optional(),
    stopped: z.boolean(),
    reason: reasonText.optional(),
  })
  .refine(
    ({ adminId, gameId, everything = false }) => everything !== (adminId !== undefined || gameId !== undefined),
    liveTexts.stopNeedsTarget,
  )
  .meta({
    anyOf: [{ required: ['adminId'] }, { required: ['gameId'] }, { required: ['everything'] }],
  })
export type SetStop = z.output<typeof SetStop>

export const Stop = z.object({
  adminId: z.string().nullable(),
  gameId: z.string().nullable(),
  by: LiveActor,
  at: z.iso.datetime(),
  reason: z.string().nullable(),
})
export type Stop = z.infer<typeof Stop>

/** A betting stop that was replaced by another one or ended. */
export const EndedStop = Stop.extend({ endedAt: z.iso.datetime(), endedBy: LiveActor })
export type EndedStop = z.infer<typeof EndedStop>

const auditObjectOf = ({ body }: Sent) => (body.everything === true ? 'everything' : '{object}')

export const stopsApi = {
  limits: endpoint({
    id: 'live.limits.read',
    domain: 'live',
    call: 'GET /live/limits',
    may: 'live.control',
    summary: 'Usage of the limits of the open draw',
    query: GameAtAdmin,
    answer: answerOf(LimitUse),
  }),
  stops: endpoint({
    id: 'live.stop.list',
    domain: 'live',
    call: 'GET /live/stops',
    may: 'live.control',
    summary: 'Betting stops in force below the caller',
    answer: answerOf(z.array(Stop)),
  }),
  endedStops: endpoint({
    id: 'live.stop.ended',
    domain: 'live',
    call: 'GET /live/endedstops',
    may: 'live.control',
    summary: 'Ended betting stops of a game of an admin, the newest 50',
    query: GameAtAdmin,
    answer: answerOf(z.array(EndedStop)),
  }),
  setStop: endpoint({
    id: 'live.stop.save',
    domain: 'live',
    call: 'POST /live/stop',
    may: 'live.control',
    tell: sent =>
      sent.body.stopped === true
        ? tellPair('Betting stopped', `stopped betting on ${auditObjectOf(sent)}`)(sent)
        : tellPair('Betting allowed', `allowed betting on ${auditObjectOf(sent)}`)(sent),
    summary: 'Stop betting on a game, on all games of an admin, or on everything, or allow it again',
    body: SetStop,
    answer: answerOf(z.array(Stop)),
  }),
}

export const stopExamples = (): ExamplesOf<typeof stopsApi> => {
  const { adminId, gameId, now, lockAt, stops, highestLiability, limits } = liveGameExample
  const stop: Stop = { adminId, gameId, by: adminExample, at: now, reason: 'Checking a complaint' }
  return {
    fields: { ...stop, endedAt: lockAt, endedBy: adminExample },
    limits: {
      answer: {
        data: {
          stops,
          liability: { highest: highestLiability, most: limits.liabilityMax },
          legs: [{ type: 'straight', drawno: '7', stake: 10, most: limits.drawOptionMax }],
        },
      },
    },
    setStop: {
      body: { adminId, gameId, stopped: true, reason: 'Checking a complaint' },
      answer: { message: liveTexts.bettingStopped },
    },
  }
}
