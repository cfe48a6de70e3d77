import { toPoints } from '@cascade/contracts'
import type { DimensionKey } from '@cascade/contracts/games'
import type { LiveChange, LiveGame, LiveOption, PolicyPreview } from '@cascade/contracts/live'
import { highestCost, previewPick } from '@cascade/draw-rules'
import { parseDrawId } from '../draws/draw-id'
import type { OpenPair } from '../engine/open-pair'

type Told = { nowMs: number; epoch: string; commitment: string }
type ListName = 'data' | 'dataColors' | 'dataCardTypes'

const lists: Readonly<Record<DimensionKey, ListName>> = { result: 'data', color: 'dataColors', type: 'dataCardTypes' }
/** Something is told at least so often of a game that is watched. */
export const tickMs = 2_000
const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

/** Everything that a screen shows of a pair. */
export function liveGameOf(pair: OpenPair, told: Told): LiveGame {
  const { adminId, gameId, gameName, draw, feed } = pair
  const { layout, limits, policy, draw: times } = draw.rules.description
  const shown = { data: [], dataColors: [], dataCardTypes: [], ...optionsOf(pair) }
  return {
    ...{ adminId, gameId, gameName, now: iso(told.nowMs), timecount: times.intervalSeconds },
    ...{ layout, limits, policy, resultSeconds: times.resultSeconds },
    ...shown,
    ...figuresOf(pair, told),
    ...{ feed: { epoch: told.epoch, number: feed.number }, tickMs },
  }
}

/** What has changed of a pair since it was told last; its feed is then at the next number. */
export function liveChangeOf(pair: OpenPair, told: Told): LiveChange {
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
export const liveTickOf = (pair: OpenPair, told: Told): LiveChange => nextOf(pair, told)

/** The last that is told of a game that was deleted. */
export const removalOf = (pair: OpenPair, told: Told): LiveChange => ({ ...nextOf(pair, told), removed: true })

function nextOf({ adminId, gameId, feed }: OpenPair, { nowMs, epoch }: Told) {
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

function figuresOf(pair: OpenPair, { commitment }: Told) {
  const { draw, pool, day, results, pending, stops } = pair
  const { times } = draw
  return {
    ...{ drawId: draw.drawId, opensAt: iso(times.opensAtMs), lockAt: iso(times.lockAtMs), drawAt: iso(times.drawAtMs) },
    ...{ gameVersion: times.version, commitment, seedKeyId: draw.seedKeyId },
    percentageData: [{ gameBalance: toPoints(pool.balance) }],
    collections: {
      totalPlaypoints: toPoints(day.play),
      totalWinpoints: toPoints(day.win),
      totalDraw: toPoints(draw.booked.total()),
    },
    lastData: { data: [...results] },
    pending: pending.find(each => each.drawId === draw.drawId) ?? nextPending(pair),
    preview: previewOf(pair),
    stops,
    highestLiability: toPoints(highestCost(draw.booked, 2)),
    tickets: draw.tickets,
  }
}

/** A result that was saved too late waits for the draw after this one. */
const nextPending = ({ pending, draw }: OpenPair) =>
  pending.find(each => (parseDrawId(each.drawId)?.drawAtMs ?? 0) > draw.times.drawAtMs) ?? null

function previewOf({ draw, pool, winpercentage }: OpenPair): PolicyPreview {
  const { rules, booked } = draw
  const preview = previewPick(rules, booked, { balance: pool.balance, winpercentage, booster: 1 })
  const isAll = preview.indices.length === rules.outcomes.length
  return {
    ...{ policy: rules.description.policy, winpercentage, budget: toPoints(preview.budget) },
    ...{ candidates: preview.indices.length, fits: preview.fits },
    ...{ least: toPoints(preview.least), most: toPoints(preview.most), mean: toPoints(preview.mean) },
    ...(!isAll && { drawnos: drawnosOf(rules, preview.indices) }),
  }
}

function drawnosOf({ outcomes, dimensions }: OpenPair['draw']['rules'], indices: readonly number[]): string[] {
  const options = new Set(indices.flatMap(index => outcomes[index]?.picks[0] ?? []))
  return [...options].flatMap(option => dimensions[0]?.options[option]?.drawno ?? [])
}
