import { toPercentageId } from '@cascade/contracts/games'
import { drawIdOf } from '@cascade/contracts/live'
import { businessDay } from '@cascade/service-kit'
import type { BaseDeps } from '../base-deps'
import type { ScheduledGame } from '../catalog/catalog'
import { type Offering, offeringKey } from '../catalog/offering'
import { type DrawTimes, isPaused } from '../catalog/schedule'
import type { DrawRow } from '../records/draw-store'
import { createFeedState, createOpenDraw, hasStakes, type OpenDraw, type OpenOffering } from './open-draws'

/** Longer than any call holds an offering. */
const retentionMs = 60_000

export type OpenOfferings = ReturnType<typeof createOpenOfferings>

/** Offerings in use are in memory; the others exist only in the database. */
export function createOpenOfferings(deps: BaseDeps) {
  const { catalog, clock, draws, totals, chains, games, stops, seeds, zone, ledger } = deps
  const open = new Map<string, OpenOffering>()
  const loading = new Map<string, Promise<OpenOffering>>()

  async function load(offering: Offering): Promise<OpenOffering> {
    const { game, schedule } = requireScheduled(offering.gameId)
    const { lastDrawAtMs, ...figures } = await readState(offering)
    const loaded: OpenOffering = {
      adminId: offering.adminId,
      gameId: offering.gameId,
      key: offeringKey(offering),
      gameName: game.gameName,
      gateVersion: undefined,
      draw: await openDrawAt(offering, { game, schedule }, Math.max(clock.now(), lastDrawAtMs)),
      feed: createFeedState(),
      usedAtMs: clock.now(),
      ...figures,
    }
    open.set(loaded.key, loaded)
    return loaded
  }

  function requireScheduled(gameId: string) {
    const found = catalog.find(gameId)
    if (!found) throw new Error(`unknown game ${gameId}`)
    return found
  }

  /** The first draw from `atMs` on that is not closed: a clock set back never reopens one. */
  async function openDrawAt(offering: Offering, scheduledGame: ScheduledGame, atMs: number): Promise<OpenDraw> {
    const times = catalog.openDraw(scheduledGame, atMs)
    const row = await draws.find(drawIdOf(offering, times.drawAtMs))
    const isClosed = row !== null && row.closedSeq !== null && times.lockAtMs > clock.now()
    return isClosed ? openDrawAt(offering, scheduledGame, times.drawAtMs) : buildDraw(offering, times, row)
  }

  /** A draw from its booked stakes. Nothing is pending, or the offering would be in memory. */
  async function buildDraw(offering: Offering, times: DrawTimes, row: DrawRow | null): Promise<OpenDraw> {
    const drawId = drawIdOf(offering, times.drawAtMs)
    const rules = await catalog.rules(offering.gameId, times.version)
    const draw = { drawId, times, rules, seedKeyId: row?.seedKeyId ?? seeds.keyIdAt(times.drawAtMs) }
    return createOpenDraw(draw, Object.entries(row?.stakes ?? {}), row?.tickets ?? 0)
  }

  async function readState(offering: Offering) {
    const day = businessDay(new Date(clock.now()), zone)
    const key = offeringKey(offering)
    const [balances, ofDay, [chain], percentages, stopped] = await Promise.all([
      totals.readBalances([offering]),
      totals.readDay(offering, day),
      chains.read([offering]),
      games.percentages([offering]),
      stops.findByOffering([offering]),
    ])
    return {
      pool: { balance: balances.get(key) ?? 0n, seq: 0 },
      day: { day, ...ofDay },
      winpercentage: percentages.get(toPercentageId(offering.adminId, offering.gameId))?.winpercentage ?? 0,
      results: chain?.results ?? [],
      pending: chain?.pending ?? [],
      lastDrawAtMs: chain?.lastDrawAtMs ?? 0,
      stops: stopped.get(key) ?? { game: false, admin: false, everywhere: false },
    }
  }

  async function rollDay(offering: OpenOffering) {
    const day = businessDay(new Date(clock.now()), zone)
    if (day !== offering.day.day) offering.day = { day, ...(await totals.readDay(offering, day)) }
  }

  /** A draw that waits for the end of a pause is chosen again when the pause has changed. */
  function isCurrent({ draw: { times } }: OpenOffering): boolean {
    const nowMs = clock.now()
    if (isPaused(times, nowMs) && times.pausedUntilMs !== catalog.pausedUntilMs()) return false
    return nowMs < times.drawAtMs
  }

  /** Moves on to the current draw. Its rules are cached unless a new game version begins with it. */
  async function roll(offering: OpenOffering): Promise<OpenOffering> {
    while (!isCurrent(offering)) {
      const { game, schedule } = requireScheduled(offering.gameId)
      const times = catalog.openDraw({ game, schedule }, clock.now())
      const rules = await catalog.rules(offering.gameId, times.version)
      await rollDay(offering)
      if (isCurrent(offering)) return offering
      const drawId = drawIdOf(offering, times.drawAtMs)
      offering.draw = createOpenDraw({ drawId, times, rules, seedKeyId: seeds.keyIdAt(times.drawAtMs) })
      offering.gameName = game.gameName
      Object.assign(offering.feed, { cleared: true, figures: true, options: new Map() })
    }
    return offering
  }

  return {
    /** An offering with its open draw. @throws AppError UNAVAILABLE when it cannot be read */
    async open(offering: Offering): Promise<OpenOffering> {
      const key = offeringKey(offering)
      const cached = open.get(key)
      if (cached) {
        cached.usedAtMs = clock.now()
        return roll(cached)
      }
      const promise = loading.get(key) ?? load(offering).finally(() => loading.delete(key))
      loading.set(key, promise)
      return roll(await promise)
    },

    find: (offering: Offering) => open.get(offeringKey(offering)),
    all: () => [...open.values()],
    roll,

    /** Reloads what other instances may have changed: results, pending results, stops, percentage. */
    async refresh(offering: OpenOffering): Promise<void> {
      const { pool: _pool, day: _day, lastDrawAtMs: _last, ...rest } = await readState(offering)
      Object.assign(offering, rest)
      offering.feed.figures = true
    },

    /**
     * The offering's closing counter, read from the ledger once. @throws AppError UNAVAILABLE when the ledger does not
     * answer
     */
    async loadGateVersion(offering: OpenOffering): Promise<number> {
      if (offering.gateVersion === undefined) {
        const { pools } = await ledger.pools([offering])
        offering.gateVersion ??= pools[0]?.gateVersion ?? 0
      }
      return offering.gateVersion
    },

    /** Forgets an offering whose game is gone. Its bets are closed, drawn and paid without it. */
    remove: (offering: Offering) => open.delete(offeringKey(offering)),

    evictIdle() {
      const nowMs = clock.now()
      for (const [key, { feed, usedAtMs, draw }] of open) {
        const isUsed = feed.watchedUntilMs >= nowMs || usedAtMs + retentionMs >= nowMs || hasStakes(draw)
        if (!isUsed) open.delete(key)
      }
    },

    clear: () => open.clear(),
    size: () => open.size,
  }
}
