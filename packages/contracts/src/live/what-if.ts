import { z } from 'zod'
import { answerOf, CallerQuery, endpoint, Id } from '../define'
import type { ExamplesOf } from '../example'
import { WinPercentage } from '../games/percentages'
import { Points } from '../values/points'
import { liveGameExample } from './live-game'

/** The last so many draws of a game below an admin are recomputed. */
export const whatIfDraws = 50

export const WhatIfQuery = CallerQuery.extend({
  adminId: Id,
  gameId: Id,
  winpercentage: z.coerce
    .number({ error: 'A number from 0 to 100' })
    .pipe(WinPercentage)
    .meta({ minimum: 0, maximum: 100, multipleOf: 0.01 }),
})

/** What a result cost, in points: the wins that it paid, and the stakes less those. */
const Outcome = z.object({ paid: Points, kept: Points })

/** A draw as it came out, and as it would have with another percentage. */
export const WhatIfDraw = z.object({
  drawId: z.string(),
  drawAt: z.iso.datetime(),
  stake: Points,
  result: z.string(),
  ...Outcome.shape,
  /** Chosen by an operator: no percentage would have changed it. */
  manual: z.boolean(),
  instead: Outcome.extend({ result: z.string() }),
})
export type WhatIfDraw = z.infer<typeof WhatIfDraw>

export const WhatIf = z.object({
  /** Newest first; empty before anything was drawn. */
  draws: z.array(WhatIfDraw),
  sums: z.object({ stake: Points, ...Outcome.shape, instead: Outcome }),
})
export type WhatIf = z.infer<typeof WhatIf>

export const whatIfApi = {
  whatIf: endpoint({
    id: 'live.whatIf.read',
    domain: 'live',
    call: 'GET /live/whatif',
    may: 'percentages.write',
    summary: 'What the last draws of a game would have paid and kept with another percentage',
    query: WhatIfQuery,
    answer: answerOf(WhatIf),
  }),
}

export const whatIfExamples = (): ExamplesOf<typeof whatIfApi> => {
  const { adminId, gameId, drawId, drawAt } = liveGameExample
  const instead = { paid: 45, kept: 55 }
  return {
    fields: { adminId, gameId, winpercentage: 20 },
    whatIf: {
      answer: {
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
