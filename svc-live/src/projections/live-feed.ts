import { toPoints } from '@cascade/contracts'
import type { DimensionKey } from '@cascade/contracts/games'
import {
  type LiveChange,
  type LiveGame,
  type LiveOption,
  liveEpochSubject,
  liveFeedSubject,
  type PolicyPreview,
  parseDrawId,
} from '@cascade/contracts/live'
import { highestBooster, highestCost, previewCandidates } from '@cascade/draw-rules'
import { createBackoff, type Logger, startLoop } from '@cascade/service-kit'
import type { BaseDeps } from '../base-deps'
import { isDirty, type OpenOffering } from '../betting/open-draws'
import type { Engine } from '../drawing/engine'

/** Maximum delay of a first change; later ones wait for `changeIntervalMsMin`. */
const pollEveryMs = 25
const changeIntervalMsMin = 250
const idlePollEveryMs = 1_000
/** A session lasts 30 minutes; nobody watches longer without asking again. */
const watchDurationMs = 30 * 60_000

type FeedOptions = {
  engine: Engine
  publish: (subject: string, payload: unknown) => void
  epoch: string
  logger: Logger
}

/**
 * Publishes changes of watched offerings, at most four a second and once for all watchers, and a tick when nothing
 * changes. No state per watcher: a client that sees a gap in the sequence requests a snapshot. A failing offering does
 * not block the others.
 */
export function startLiveFeed(deps: BaseDeps, { engine, publish, epoch, logger }: FeedOptions) {
  let publishedTerm: number | undefined
  const changedAt = new WeakMap<OpenOffering, number>()
  const backoff = createBackoff()
  const epochOf = () => `${epoch}.${engine.term() ?? 0}`
  const stampOf = ({ draw }: OpenOffering) => ({
    nowMs: deps.clock.now(),
    epoch: epochOf(),
    commitment: deps.seeds.commitment(draw.drawId, draw.seedKeyId),
  })
  const publishTo = (offering: OpenOffering, change: LiveChange) =>
    publish(liveFeedSubject(offering.adminId, offering.gameId), change)
  function publishChange(offering: OpenOffering) {
    changedAt.set(offering, performance.now())
    publishTo(offering, takeLiveChange(offering, stampOf(offering)))
  }
  const canPublish = (offering: OpenOffering) =>
    performance.now() - (changedAt.get(offering) ?? 0) >= changeIntervalMsMin
  const isWatched = ({ feed }: OpenOffering) => feed.watchedUntilMs >= deps.clock.now()

  async function update(offering: OpenOffering): Promise<void> {
    if (!deps.catalog.find(offering.gameId)) {
      engine.offerings.remove(offering)
      if (isWatched(offering)) publishTo(offering, takeRemoval(offering, stampOf(offering)))
      return
    }
    if (!isWatched(offering)) return
    await engine.offerings.roll(offering)
    if (isDirty(offering.feed) && canPublish(offering)) publishChange(offering)
    else if (offering.feed.publishedAtMs + tickMs <= deps.clock.now())
      publishTo(offering, takeLiveTick(offering, stampOf(offering)))
  }

  async function publishAll(): Promise<undefined> {
    if (!engine.isOpen()) return
    if (publishedTerm !== engine.term()) {
      publishedTerm = engine.term()
      publish(liveEpochSubject, { epoch: epochOf() })
    }
    for (const offering of engine.offerings.all()) {
      if (!backoff.isReady(offering.key)) continue
      try {
        await update(offering)
        backoff.succeeded(offering.key)
      } catch (error) {
        backoff.failed(offering.key)
        logger.error({ err: error, offering: offering.key }, 'could not publish a live game')
      }
    }
  }

  let isResting = false
  const everyMs = () => {
    isResting = !engine.offerings.all().some(isWatched)
    return isResting ? idlePollEveryMs : pollEveryMs
  }
  const loop = startLoop(publishAll, { everyMs, logger, name: 'live feed' })
  return {
    snapshot(offering: OpenOffering): LiveGame {
      if (isResting) loop.notify()
      offering.feed.watchedUntilMs = deps.clock.now() + watchDurationMs
      // Publish pending changes first, so that the snapshot has the newest number.
      if (isDirty(offering.feed)) publishChange(offering)
      return toLiveGame(offering, stampOf(offering))
    },
    stop: loop.stop,
  }
}

type FeedStamp = { nowMs: number; epoch: string; commitment: string }
type ListName = 'data' | 'dataColors' | 'dataCardTypes'

const lists: Readonly<Record<DimensionKey, ListName>> = { result: 'data', color: 'dataColors', type: 'dataCardTypes' }
/** A watched game gets at least one message in this time. */
export const tickMs = 2_000
const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

export function toLiveGame(offering: OpenOffering, stamp: FeedStamp): LiveGame {
  const { adminId, gameId, gameName, draw, feed } = offering
  const { layout, limits, policy, draw: times } = draw.rules.description
  const options = { data: [], dataColors: [], dataCardTypes: [], ...optionsOf(offering) }
  return {
    adminId,
    gameId,
    gameName,
    now: iso(stamp.nowMs),
    timecount: times.intervalSeconds,
    layout,
    limits,
    policy,
    resultSeconds: times.resultSeconds,
    ...options,
    ...figuresOf(offering, stamp),
    feed: { epoch: stamp.epoch, number: feed.number },
    tickMs,
  }
}

/** Changes since the last publication; advances the feed to the next number. */
export function takeLiveChange(offering: OpenOffering, stamp: FeedStamp): LiveChange {
  const { feed } = offering
  const changed = Object.fromEntries(
    Array.from(feed.options, ([dimension, indices]) => {
      const key = offering.draw.rules.dimensions[dimension]?.key ?? 'result'
      return [
        lists[key],
        [...indices].sort((a, b) => a - b).map(index => ({ index, ...amountsOf(offering, dimension, index) })),
      ]
    }),
  )
  const change = {
    ...nextEnvelope(offering, stamp),
    ...(feed.cleared && { cleared: true }),
    ...changed,
    ...figuresOf(offering, stamp),
  }
  Object.assign(feed, { options: new Map(), figures: false, cleared: false })
  return change
}

const takeLiveTick = (offering: OpenOffering, stamp: FeedStamp): LiveChange => nextEnvelope(offering, stamp)

const takeRemoval = (offering: OpenOffering, stamp: FeedStamp): LiveChange => ({
  ...nextEnvelope(offering, stamp),
  removed: true,
})

function nextEnvelope({ adminId, gameId, feed }: OpenOffering, { nowMs, epoch }: FeedStamp) {
  feed.number += 1
  feed.publishedAtMs = nowMs
  return { adminId, gameId, now: iso(nowMs), feed: { epoch, number: feed.number }, tickMs }
}

function optionsOf(offering: OpenOffering): Partial<Record<ListName, LiveOption[]>> {
  return Object.fromEntries(
    offering.draw.rules.dimensions.map(({ key, options }, dimension) => [
      lists[key],
      options.map((option, index) => ({ ...option, ...amountsOf(offering, dimension, index) })),
    ]),
  )
}

function amountsOf({ draw: { booked } }: OpenOffering, dimension: number, index: number) {
  const cost = booked.costs[dimension]?.[index] ?? 0n
  return {
    sum: toPoints(booked.sums[dimension]?.[index] ?? 0n),
    liability: toPoints(cost),
    liabilityBoosted: toPoints(cost * BigInt(highestBooster)),
  }
}

function figuresOf(offering: OpenOffering, { commitment }: FeedStamp) {
  const { draw, pool, day, results, stops } = offering
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
    pending: visiblePending(offering),
    preview: previewOf(offering),
    stops,
    highestLiability: toPoints(highestCost(draw.booked, highestBooster)),
    tickets: draw.tickets,
  }
}

/** The manual result of the open draw, else that of the next one. */
export const visiblePending = ({ pending, draw }: OpenOffering) =>
  pending.find(each => each.drawId === draw.drawId) ??
  pending.find(each => (parseDrawId(each.drawId)?.drawAtMs ?? 0) > draw.times.drawAtMs) ??
  null

function previewOf(offering: OpenOffering): PolicyPreview {
  const { figures, indices } = previewPolicy(offering)
  const { rules } = offering.draw
  const isAll = indices.length === rules.outcomes.length
  return { ...figures, ...(!isAll && { drawnos: drawnosOf(rules, indices) }) }
}

/** What the policy would do now, in points, with the indices of its candidate outcomes. */
export function previewPolicy({ draw: { rules, booked }, pool, winpercentage }: OpenOffering) {
  const preview = previewCandidates(rules, booked, { balance: pool.balance, winpercentage, booster: 1 })
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

function drawnosOf({ outcomes, dimensions }: OpenOffering['draw']['rules'], indices: readonly number[]): string[] {
  const options = new Set(indices.flatMap(index => outcomes[index]?.picks[0] ?? []))
  return [...options].flatMap(option => dimensions[0]?.options[option]?.drawno ?? [])
}
