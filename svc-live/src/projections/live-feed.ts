import { toPoints } from '@cascade/contracts'
import type { DimensionKey } from '@cascade/contracts/games'
import {
  type LiveChange,
  type LiveGame,
  type LiveOption,
  liveEpochSubject,
  liveFeedSubject,
  type PolicyPreview,
} from '@cascade/contracts/live'
import { highestCost, previewPick } from '@cascade/draw-rules'
import { type Logger, startLoop } from '@cascade/service-kit'
import { isDirty, type OpenPair } from '../betting/open-draws'
import { parseDrawId } from '../catalog/offering'
import type { BaseDeps, Engine, LiveFeed } from '../deps'
import { createPauses } from '../ledger/keyed-runner'

/** A first change waits no longer than this; whatever comes after it, for the rest of `leastBetweenMs`. */
const lookEveryMs = 25
const leastBetweenMs = 250
/** Where nobody watches. */
const restMs = 1_000
/** A session lasts 30 minutes, and nobody watches longer than that without asking again. */
const watchedMs = 30 * 60_000

type Broadcast = { engine: Engine; publish: (subject: string, payload: unknown) => void; epoch: string; logger: Logger }

/**
 * Tells what has changed of the pairs that somebody watches, at most four times a second and once for all who watch;
 * and that nothing has, now and then. Nothing is remembered for a watcher: whoever missed a change sees the gap in its
 * number and asks for a snapshot. A pair that fails keeps no other from being told.
 */
export function startLiveFeed(deps: BaseDeps, { engine, publish, epoch, logger }: Broadcast): LiveFeed {
  let toldTerm: number | undefined
  /** When a change of a pair was told last, by the monotonic clock. */
  const changedAt = new WeakMap<OpenPair, number>()
  const pauses = createPauses()
  const epochOf = () => `${epoch}.${engine.term() ?? 0}`
  const told = ({ draw }: OpenPair) => ({
    nowMs: deps.clock.now(),
    epoch: epochOf(),
    commitment: deps.seeds.commitment(draw.drawId, draw.seedKeyId),
  })
  const tell = (pair: OpenPair, change: LiveChange) => publish(liveFeedSubject(pair.adminId, pair.gameId), change)
  function tellChange(pair: OpenPair) {
    changedAt.set(pair, performance.now())
    tell(pair, liveChangeOf(pair, told(pair)))
  }
  const mayChange = (pair: OpenPair) => performance.now() - (changedAt.get(pair) ?? 0) >= leastBetweenMs
  const isWatched = ({ feed }: OpenPair) => feed.watchedUntilMs >= deps.clock.now()

  async function show(pair: OpenPair): Promise<void> {
    if (!deps.catalogue.find(pair.gameId)) {
      engine.pairs.drop(pair)
      if (isWatched(pair)) tell(pair, removalOf(pair, told(pair)))
      return
    }
    if (!isWatched(pair)) return
    await engine.pairs.roll(pair)
    if (isDirty(pair.feed) && mayChange(pair)) tellChange(pair)
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

  let isResting = false
  const everyMs = () => {
    isResting = !engine.pairs.all().some(isWatched)
    return isResting ? restMs : lookEveryMs
  }
  const loop = startLoop(look, { everyMs, logger, name: 'live feed' })
  return {
    snapshot(pair) {
      if (isResting) loop.wake()
      pair.feed.watchedUntilMs = deps.clock.now() + watchedMs
      // What is not told yet is told before: the snapshot then stands at the newest number.
      if (isDirty(pair.feed)) tellChange(pair)
      return liveGameOf(pair, told(pair))
    },
    stop: loop.stop,
  }
}

type Moment = { nowMs: number; epoch: string; commitment: string }
type ListName = 'data' | 'dataColors' | 'dataCardTypes'

const lists: Readonly<Record<DimensionKey, ListName>> = { result: 'data', color: 'dataColors', type: 'dataCardTypes' }
/** Something is told at least so often of a game that is watched. */
export const tickMs = 2_000
const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

/** Everything that a screen shows of a pair. */
export function liveGameOf(pair: OpenPair, told: Moment): LiveGame {
  const { adminId, gameId, gameName, draw, feed } = pair
  const { layout, limits, policy, draw: times } = draw.rules.description
  const shown = { data: [], dataColors: [], dataCardTypes: [], ...optionsOf(pair) }
  return {
    adminId,
    gameId,
    gameName,
    now: iso(told.nowMs),
    timecount: times.intervalSeconds,
    layout,
    limits,
    policy,
    resultSeconds: times.resultSeconds,
    ...shown,
    ...figuresOf(pair, told),
    feed: { epoch: told.epoch, number: feed.number },
    tickMs,
  }
}

/** What has changed of a pair since it was told last; its feed is then at the next number. */
export function liveChangeOf(pair: OpenPair, told: Moment): LiveChange {
  const { feed } = pair
  const changed = Object.fromEntries(
    Array.from(feed.options, ([dimension, indices]) => {
      const key = pair.draw.rules.dimensions[dimension]?.key ?? 'result'
      return [
        lists[key],
        [...indices].sort((a, b) => a - b).map(index => ({ index, ...amountsOf(pair, dimension, index) })),
      ]
    }),
  )
  const change = {
    ...nextOf(pair, told),
    ...(feed.cleared && { cleared: true }),
    ...changed,
    ...figuresOf(pair, told),
  }
  Object.assign(feed, { options: new Map(), figures: false, cleared: false })
  return change
}

/** Nothing has changed, and what is on the screens is true. */
const liveTickOf = (pair: OpenPair, told: Moment): LiveChange => nextOf(pair, told)

/** The last that is told of a game that was deleted. */
const removalOf = (pair: OpenPair, told: Moment): LiveChange => ({ ...nextOf(pair, told), removed: true })

function nextOf({ adminId, gameId, feed }: OpenPair, { nowMs, epoch }: Moment) {
  feed.number += 1
  feed.toldAtMs = nowMs
  return { adminId, gameId, now: iso(nowMs), feed: { epoch, number: feed.number }, tickMs }
}

function optionsOf(pair: OpenPair): Partial<Record<ListName, LiveOption[]>> {
  return Object.fromEntries(
    pair.draw.rules.dimensions.map(({ key, options }, dimension) => [
      lists[key],
      options.map((option, index) => ({ ...option, ...amountsOf(pair, dimension, index) })),
    ]),
  )
}

function amountsOf({ draw: { booked } }: OpenPair, dimension: number, index: number) {
  const cost = booked.costs[dimension]?.[index] ?? 0n
  return {
    sum: toPoints(booked.sums[dimension]?.[index] ?? 0n),
    liability: toPoints(cost),
    liabilityBoosted: toPoints(cost * 2n),
  }
}

function figuresOf(pair: OpenPair, { commitment }: Moment) {
  const { draw, pool, day, results, stops } = pair
  const { times } = draw
  return {
    drawId: draw.drawId,
    opensAt: iso(times.opensAtMs),
    lockAt: iso(times.lockAtMs),
    drawAt: iso(times.drawAtMs),
    gameVersion: times.version,
    commitment,
    seedKeyId: draw.seedKeyId,
    percentageData: [{ gameBalance: toPoints(pool.balance) }],
    collections: {
      totalPlaypoints: toPoints(day.play),
      totalWinpoints: toPoints(day.win),
      totalDraw: toPoints(draw.booked.total()),
    },
    lastData: { data: [...results] },
    pending: shownPending(pair),
    preview: previewOf(pair),
    stops,
    highestLiability: toPoints(highestCost(draw.booked, 2)),
    tickets: draw.tickets,
  }
}

/** What was saved for the open draw; what was saved too late for it waits for the one after. */
export const shownPending = ({ pending, draw }: OpenPair) =>
  pending.find(each => each.drawId === draw.drawId) ??
  pending.find(each => (parseDrawId(each.drawId)?.drawAtMs ?? 0) > draw.times.drawAtMs) ??
  null

function previewOf(pair: OpenPair): PolicyPreview {
  const { figures, indices } = policyPick(pair)
  const { rules } = pair.draw
  const isAll = indices.length === rules.outcomes.length
  return { ...figures, ...(!isAll && { drawnos: drawnosOf(rules, indices) }) }
}

/** What the policy would do now, in points, and the places of the outcomes among which it would choose. */
export function policyPick({ draw: { rules, booked }, pool, winpercentage }: OpenPair) {
  const preview = previewPick(rules, booked, { balance: pool.balance, winpercentage, booster: 1 })
  const figures = {
    policy: rules.description.policy,
    winpercentage,
    budget: toPoints(preview.budget),
    candidates: preview.indices.length,
    fits: preview.fits,
    least: toPoints(preview.least),
    most: toPoints(preview.most),
    mean: toPoints(preview.mean),
  }
  return { figures, indices: preview.indices }
}

function drawnosOf({ outcomes, dimensions }: OpenPair['draw']['rules'], indices: readonly number[]): string[] {
  const options = new Set(indices.flatMap(index => outcomes[index]?.picks[0] ?? []))
  return [...options].flatMap(option => dimensions[0]?.options[option]?.drawno ?? [])
}
