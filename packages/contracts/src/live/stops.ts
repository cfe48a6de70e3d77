import { z } from 'zod'
import type { RawRequest } from '../audit'
import { endpoint, Id, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { Points } from '../values/points'
import { adminExample, auditOffering, liveTexts, OfferingQuery, reasonText } from './control'
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

const auditObjectOf = ({ body }: RawRequest) => (body.everything === true ? 'everything' : '{object}')

export const stopsApi = {
  limits: endpoint({
    id: 'live.limits.read',
    domain: 'live',
    route: 'GET /live/limits',
    permission: 'live.control',
    summary: 'Usage of the limits of the open draw',
    query: OfferingQuery,
    response: responseOf(LimitUse),
  }),
  stops: endpoint({
    id: 'live.stop.list',
    domain: 'live',
    route: 'GET /live/stops',
    permission: 'live.control',
    summary: 'Betting stops in force below the caller',
    response: responseOf(z.array(Stop)),
  }),
  endedStops: endpoint({
    id: 'live.stop.ended',
    domain: 'live',
    route: 'GET /live/endedstops',
    permission: 'live.control',
    summary: 'Ended betting stops of a game of an admin, the newest 50',
    query: OfferingQuery,
    response: responseOf(z.array(EndedStop)),
  }),
  setStop: endpoint({
    id: 'live.stop.save',
    domain: 'live',
    route: 'POST /live/stop',
    permission: 'live.control',
    stepUp: 'strict',
    audit: sent =>
      sent.body.stopped === true
        ? auditOffering('Betting stopped', `stopped betting on ${auditObjectOf(sent)}`)(sent)
        : auditOffering('Betting allowed', `allowed betting on ${auditObjectOf(sent)}`)(sent),
    summary: 'Stop betting on a game, on all games of an admin, or on everything, or allow it again',
    body: SetStop,
    response: responseOf(z.array(Stop)),
  }),
}

export const stopExamples = (): ExamplesOf<typeof stopsApi> => {
  const { adminId, gameId, now, lockAt, stops, highestLiability, limits } = liveGameExample
  const stop: Stop = { adminId, gameId, by: adminExample, at: now, reason: 'Checking a complaint' }
  return {
    fields: { ...stop, endedAt: lockAt, endedBy: adminExample },
    limits: {
      response: {
        data: {
          stops,
          liability: { highest: highestLiability, most: limits.liabilityMax },
          legs: [{ type: 'straight', drawno: '7', stake: 10, most: limits.drawOptionMax }],
        },
      },
    },
    setStop: {
      body: { adminId, gameId, stopped: true, reason: 'Checking a complaint' },
      response: { message: liveTexts.bettingStopped },
    },
  }
}
