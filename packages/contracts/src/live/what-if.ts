import { z } from 'zod'
import { CallerQuery, endpoint, Id, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { WinPercentage } from '../games/percentages'
import { Points } from '../values/points'
import { liveGameExample } from './live-game'

/** Number of recent draws of an offering that are recomputed. */
export const whatIfDrawsMax = 50

export const WhatIfQuery = CallerQuery.extend({
  adminId: Id,
  gameId: Id,
  winpercentage: z.coerce
    .number({ error: 'A number from 0 to 100' })
    .pipe(WinPercentage)
    .meta({ minimum: 0, maximum: 100, multipleOf: 0.01 }),
})

/** Wins paid by a result, and stakes less wins, in points. */
const Outcome = z.object({ paid: Points, kept: Points })

/** The actual result of a draw, and its result with another percentage. */
export const WhatIfDraw = z.object({
  drawId: z.string(),
  drawAt: z.iso.datetime(),
  stake: Points,
  result: z.string(),
  ...Outcome.shape,
  /** Chosen by an operator: the percentage makes no difference. */
  manual: z.boolean(),
  instead: Outcome.extend({ result: z.string() }),
})
export type WhatIfDraw = z.infer<typeof WhatIfDraw>

export const WhatIf = z.object({
  /** Newest first. */
  draws: z.array(WhatIfDraw),
  sums: z.object({ stake: Points, ...Outcome.shape, instead: Outcome }),
})
export type WhatIf = z.infer<typeof WhatIf>

export const whatIfApi = {
  whatIf: endpoint({
    id: 'live.whatIf.read',
    domain: 'live',
    route: 'GET /live/whatif',
    permission: 'percentages.write',
    summary: 'Payouts and proceeds of the last draws of a game with another percentage',
    query: WhatIfQuery,
    response: responseOf(WhatIf),
  }),
}

export const whatIfExamples = (): ExamplesOf<typeof whatIfApi> => {
  const { adminId, gameId, drawId, drawAt } = liveGameExample
  const instead = { paid: 45, kept: 55 }
  return {
    fields: { adminId, gameId, winpercentage: 20 },
    whatIf: {
      response: {
        data: {
          draws: [
            {
              drawId,
              drawAt,
              stake: 100,
              manual: false,
              result: '7',
              paid: 90,
              kept: 10,
              instead: { result: '3', ...instead },
            },
          ],
          sums: { stake: 100, paid: 90, kept: 10, instead },
        },
      },
    },
  }
}
