import { liveEpochSubject, liveFeedSubject } from '@cascade/contracts/live'
import { type Background, type Logger, startLoop } from '@cascade/service-kit'
import type { BaseDeps } from '../deps'
import type { Engine } from '../engine/engine'
import { isDirty, type OpenPair } from '../engine/open-pair'
import { liveChangeOf, liveGameOf } from './live-view'

const tickMs = 250
/** A session lasts 30 minutes, and nobody watches longer than that without asking again. */
const watchedMs = 30 * 60_000

export type LiveFeed = Background & {
  /** The state of a pair for somebody who watches it from now on. */
  snapshot: (pair: OpenPair) => ReturnType<typeof liveGameOf>
}
type Parts = { engine: Engine; publish: (subject: string, payload: unknown) => void; epoch: string; logger: Logger }

/**
 * Tells what has changed of the pairs that somebody watches, at most four times a second and once for all who watch.
 * Nothing is remembered for a watcher: whoever missed a change sees the gap in its number and asks for a snapshot.
 */
export function startLiveFeed(
  deps: Pick<BaseDeps, 'clock' | 'seeds'>,
  { engine, publish, epoch, logger }: Parts,
): LiveFeed {
  let toldTerm: number | undefined
  const epochOf = () => `${epoch}.${engine.term() ?? 0}`
  const told = ({ draw }: OpenPair) => ({
    ...{ nowMs: deps.clock.now(), epoch: epochOf() },
    commitment: deps.seeds.commitment(draw.drawId, draw.seedKeyId),
  })

  async function tick(): Promise<undefined> {
    if (!engine.isOpen()) return
    if (toldTerm !== engine.term()) {
      toldTerm = engine.term()
      publish(liveEpochSubject, { epoch: epochOf() })
    }
    for (const pair of engine.pairs.all()) {
      if (pair.feed.watchedUntilMs < deps.clock.now()) continue
      await engine.pairs.roll(pair)
      if (isDirty(pair.feed)) publish(liveFeedSubject(pair.adminId, pair.gameId), liveChangeOf(pair, told(pair)))
    }
  }

  const loop = startLoop(tick, { everyMs: tickMs, logger, name: 'live feed' })
  return {
    snapshot(pair) {
      pair.feed.watchedUntilMs = deps.clock.now() + watchedMs
      // What is not told yet is told before: the snapshot then stands at the newest number.
      if (isDirty(pair.feed)) publish(liveFeedSubject(pair.adminId, pair.gameId), liveChangeOf(pair, told(pair)))
      return liveGameOf(pair, told(pair))
    },
    stop: loop.stop,
  }
}
