import { sleep } from './clock'
import { within } from './deadline'
import type { Logger } from './logger'

/** How long a process that is told to stop still takes new calls after it said that it is not ready any more. */
const noticeMs = { production: 1_000, other: 50 }

/** Whoever asks for readiness needs a moment to send its calls elsewhere. */
export const giveNotice = (isProduction: boolean): Promise<void> =>
  sleep(isProduction ? noticeMs.production : noticeMs.other)

/** Stops everything at once; what does not end within its time is left behind and named in the log. */
export async function stopAll(
  parts: Readonly<Record<string, () => Promise<unknown>>>,
  options: { deadlineMs: number; logger: Logger },
): Promise<void> {
  const { deadlineMs, logger } = options
  const late = Symbol('late')
  await Promise.all(
    Object.entries(parts).map(async ([part, stop]) => {
      try {
        if ((await within(stop(), deadlineMs, late)) === late) logger.warn({ part, deadlineMs }, 'left behind')
      } catch (error) {
        logger.warn({ err: error, part }, 'did not stop well')
      }
    }),
  )
}
