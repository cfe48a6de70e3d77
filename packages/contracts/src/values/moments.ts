import { z } from 'zod'

/** No business day has three digits in its year; what is older than 1970 is a slip. */
export const since1970 = /^(?:19[7-9]|[2-9]\d\d)\d-/
const tooOld = 'Not before 1970'

/** Some moment, with the zone that it is written in. */
export const Moment = z.iso.datetime({ offset: true }).regex(since1970, tooOld)

/** A past moment: the answer is what was shown then. Moments to come are refused. */
export const AsOf = z.iso.datetime().regex(since1970, tooOld)
