import { type Background, type Logger, startLoop } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'

const everyMs = 10 * 60_000
/** Between storing a picture and storing its game passes less, also on a slow line with many pictures. */
const graceMs = 60 * 60_000
const batchSize = 100

/** Removes pictures that no game shows: of a create that was refused, and of games that were deleted. */
export async function sweepImages(
  { images, games, now }: Pick<GamesDeps, 'images' | 'games' | 'now'>,
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(now().getTime() - graceMs)
  let after = ''
  while (!signal?.aborted) {
    const idle = await images.idle(before, after, batchSize)
    const shown = await games.shownOf(idle)
    for (const hash of idle) if (!shown.has(hash)) await images.remove(hash, before)
    if (idle.length < batchSize) return
    after = idle.at(-1) ?? ''
  }
}

/** Several replicas may sweep at once: removing what is gone changes nothing. */
export const startSweeping = (deps: GamesDeps, logger: Logger): Background =>
  startLoop(
    async signal => {
      await sweepImages(deps, signal)
      return undefined
    },
    { everyMs, logger, name: 'sweep-images' },
  )
