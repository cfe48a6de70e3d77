import { z } from 'zod'
import { internalCall } from '../internal'
import { Role } from '../roles'

/** Signed hundredths. */
const Hundredths = z.string().regex(/^-?\d+$/)
const Figures = z.object({ play: Hundredths, win: Hundredths, commission: Hundredths, net: Hundredths })

/**
 * Figures of one child in a period. `commission` is that of the child, `net` is play − win minus the commissions of the
 * child and of all levels below it. `late` are bets of earlier periods that were settled after `previous`; `corrections`
 * are wins of draws of earlier periods, and part of the figures.
 */
const PeriodRow = Figures.extend({
  childId: z.string(),
  late: Figures,
  corrections: z.array(
    z.object({ drawId: z.string(), gameId: z.string(), day: z.string(), reason: z.string(), win: Hundredths }),
  ),
})
export type PeriodRow = z.infer<typeof PeriodRow>

/**
 * Figures of the children of an account in a period, up to an event of the play feed (`position`; default: the last one
 * that is applied). The same position gives the same figures. `signature` signs parent, period, position and hash of the
 * rows, with the key that also signs the log (`GET log/keys`); it is empty where none is configured.
 */
export const periodFiguresCall = internalCall({
  domain: 'reports',
  method: 'POST',
  path: '/period',
  callers: ['svc-accounts'],
  body: z.strictObject({
    parent: z.strictObject({ _id: z.string(), role: Role }),
    from: z.string(),
    to: z.string(),
    position: z.number().int().optional(),
    /** Position of the close of the period before. */
    previous: z.number().int().optional(),
  }),
  response: z.object({
    position: z.number().int(),
    rows: z.array(PeriodRow),
    hash: z.string(),
    signature: z.string(),
  }),
})
