import { type LiveChange, liveEpochSubject, liveFeedSubject } from '@cascade/contracts/live'
import { type Background, type Logger, startLoop } from '@cascade/service-kit'
import type { BaseDeps } from '../deps'
import type { Engine } from '../engine/engine'
import { isDirty, type OpenPair } from '../engine/open-pair'
import { createPauses } from '../fates'
import { liveChangeOf, liveGameOf, liveTickOf, removalOf, tickMs } from './live-view'

const lookEveryMs = 250
/** A session lasts 30 minutes, and nobody watches longer than that without asking again. */
const watchedMs = 30 * 60_000

export type LiveFeed = Background & {
  /** The state of a pair for somebody who watches it from now on. */
  snapshot: (pair: OpenPair) => ReturnType<typeof liveGameOf>
}
type Parts = { engine: Engine; publish: (subject: string, payload: unknown) => void; epoch: string; logger: Logger }

/**
 * Tells what has changed of the pairs that somebody watches, at most four times a second and once for all who watch;
 * and that nothing has, now and then. Nothing is remembered for a watcher: whoever missed a change sees the gap in its
 * number and asks for a snapshot. A pair that fails keeps no other from being told.
 */
export function startLiveFeed(
  deps: Pick<BaseDeps, 'catalogue' | 'clock' | 'seeds'>,
  { engine, publish, epoch, logger }: Parts,
): LiveFeed {
  let toldTerm: number | undefined
  const pauses = createPauses()
  const epochOf = () => `${epoch}.${engine.term() ?? 0}`
  const told = ({ draw }: OpenPair) => ({
    ...{ nowMs: deps.clock.now(), epoch: epochOf() },
    commitment: deps.seeds.commitment(draw.drawId, draw.seedKeyId),
  })
  const tell = (pair: OpenPair, change: LiveChange) => publish(liveFeedSubject(pair.adminId, pair.gameId), change)
  const isWatched = ({ feed }: OpenPair) => feed.watchedUntilMs >= deps.clock.now()

  async function show(pair: OpenPair): Promise<void> {
    if (!deps.catalogue.find(pair.gameId)) {
      engine.pairs.drop(pair)
      if (isWatched(pair)) tell(pair, removalOf(pair, told(pair)))
      return
    }
    if (!isWatched(pair)) return
    await engine.pairs.roll(pair)
    if (isDirty(pair.feed)) tell(pair, liveChangeOf(pair, told(pair)))
    else if (pair.feed.toldAtMs + tickMs <= deps.clock.now()) tell(pair, liveTickOf(pair, told(pair)))
  }

  async function look(): Promise<undefined> {
    if (!engine.isOpen()) return
    if (toldTerm !== engine.term()) {
      toldTerm = engine.term()
      publish(liveEpochSubject, { epoch: epochOf() })
    }
    for (const pair of engine.pairs.all()) {
      if (!pauses.isOver(pair.key)) continue
      try {
        await show(pair)
        pauses.succeeded(pair.key)
      } catch (error) {
        pauses.failed(pair.key)
        logger.error({ err: error, pair: pair.key }, 'a live game could not be told of')
      }
    }
  }

  const loop = startLoop(look, { everyMs: lookEveryMs, logger, name: 'live feed' })
  return {
    snapshot(pair) {
      pair.feed.watchedUntilMs = deps.clock.now() + watchedMs
      // What is not told yet is told before: the snapshot then stands at the newest number.
      if (isDirty(pair.feed)) tell(pair, liveChangeOf(pair, told(pair)))
      return liveGameOf(pair, told(pair))
    },
    stop: loop.stop,
  }
}
