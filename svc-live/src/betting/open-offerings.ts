import { percentageIdOf } from '@cascade/contracts/games'
import { businessDay } from '@cascade/service-kit'
import type { ScheduledGame } from '../catalog/catalog'
import { drawIdOf, type Pair, pairKey } from '../catalog/offering'
import type { DrawTimes } from '../catalog/schedule'
import type { BaseDeps } from '../deps'
import type { DrawRow } from '../records/draw-store'
import { hasStakes, newFeed, type OpenDraw, type OpenPair, openDrawOf } from './open-draws'

/** Longer than any call takes from asking for a pair to what it does with it. */
const keptMs = 60_000

export type Pairs = ReturnType<typeof createPairs>

/** The pairs in which something happens now. Others cost nothing but their records. */
export function createPairs(deps: BaseDeps) {
  const { catalogue, clock, draws, totals, chains, games, stops, seeds, zone, ledger } = deps
  const open = new Map<string, OpenPair>()
  const loading = new Map<string, Promise<OpenPair>>()

  async function load(pair: Pair): Promise<OpenPair> {
    const { game, schedule } = scheduled(pair.gameId)
    const { lastDrawAtMs, ...figures } = await read(pair)
    const loaded: OpenPair = {
      adminId: pair.adminId,
      gameId: pair.gameId,
      key: pairKey(pair),
      gameName: game.gameName,
      gateVersion: undefined,
      draw: await openDrawAt(pair, { game, schedule }, Math.max(clock.now(), lastDrawAtMs)),
      feed: newFeed(),
      usedAtMs: clock.now(),
      ...figures,
    }
    open.set(loaded.key, loaded)
    return loaded
  }

  function scheduled(gameId: string) {
    const found = catalogue.find(gameId)
    if (!found) throw new Error(`Game ${gameId} is not known.`)
    return found
  }

  /** The first draw from `atMs` on that is not closed. A clock that was put back never opens one again. */
  async function openDrawAt(pair: Pair, scheduledGame: ScheduledGame, atMs: number): Promise<OpenDraw> {
    const times = catalogue.openDraw(scheduledGame, atMs)
    const row = await draws.find(drawIdOf(pair, times.drawAtMs))
    const isClosed = row !== null && row.closedSeq !== null && times.lockAtMs > clock.now()
    return isClosed ? openDrawAt(pair, scheduledGame, times.drawAtMs) : drawOf(pair, times, row)
  }

  /** The draw as far as it is booked: nothing of it is on its way, or this pair would not have to be read. */
  async function drawOf(pair: Pair, times: DrawTimes, row: DrawRow | null): Promise<OpenDraw> {
    const drawId = drawIdOf(pair, times.drawAtMs)
    const rules = await catalogue.rules(pair.gameId, times.version)
    const draw = { drawId, times, rules, seedKeyId: row?.seedKeyId ?? seeds.keyIdAt(times.drawAtMs) }
    return openDrawOf(draw, Object.entries(row?.stakes ?? {}), row?.tickets ?? 0)
  }

  async function read(pair: Pair) {
    const day = businessDay(new Date(clock.now()), zone)
    const key = pairKey(pair)
    const [balances, ofDay, [chain], percentages, stopped] = await Promise.all([
      totals.balances([pair]),
      totals.ofDay(pair, day),
      chains.read([pair]),
      games.percentages([pair]),
      stops.ofPairs([pair]),
    ])
    return {
      pool: { balance: balances.get(key) ?? 0n, seq: 0 },
      day: { day, ...ofDay },
      winpercentage: percentages.get(percentageIdOf(pair.adminId, pair.gameId))?.winpercentage ?? 0,
      results: chain?.results ?? [],
      pending: chain?.pending ?? [],
      lastDrawAtMs: chain?.lastDrawAtMs ?? 0,
      stops: stopped.get(key) ?? { game: false, admin: false, everywhere: false },
    }
  }

  async function newDay(pair: OpenPair) {
    const day = businessDay(new Date(clock.now()), zone)
    if (day !== pair.day.day) pair.day = { day, ...(await totals.ofDay(pair, day)) }
  }

  /** Goes on to the draw that is open now. Its rules are there already unless a new version begins with it. */
  async function roll(pair: OpenPair): Promise<OpenPair> {
    while (clock.now() >= pair.draw.times.drawAtMs) {
      const { game, schedule } = scheduled(pair.gameId)
      const times = catalogue.openDraw({ game, schedule }, clock.now())
      const rules = await catalogue.rules(pair.gameId, times.version)
      await newDay(pair)
      if (pair.draw.times.drawAtMs > clock.now()) return pair
      const drawId = drawIdOf(pair, times.drawAtMs)
      pair.draw = openDrawOf({ drawId, times, rules, seedKeyId: seeds.keyIdAt(times.drawAtMs) })
      pair.gameName = game.gameName
      Object.assign(pair.feed, { cleared: true, figures: true, options: new Map() })
    }
    return pair
  }

  return {
    /** A pair with the draw that is open now. @throws AppError UNAVAILABLE when it cannot be read */
    async open(pair: Pair): Promise<OpenPair> {
      const key = pairKey(pair)
      const known = open.get(key)
      if (known) {
        known.usedAtMs = clock.now()
        return roll(known)
      }
      const under = loading.get(key) ?? load(pair).finally(() => loading.delete(key))
      loading.set(key, under)
      return roll(await under)
    },

    find: (pair: Pair) => open.get(pairKey(pair)),
    all: () => [...open.values()],
    roll,

    /** Reads again what others may have changed: results, pending results, stops and percentage. */
    async refresh(pair: OpenPair): Promise<void> {
      const { pool: _pool, day: _day, lastDrawAtMs: _last, ...rest } = await read(pair)
      Object.assign(pair, rest)
      pair.feed.figures = true
    },

    /** Where the gate of a pair stands; asked of the ledger once. @throws AppError UNAVAILABLE when it does not answer */
    async gate(pair: OpenPair): Promise<number> {
      if (pair.gateVersion === undefined) {
        const { pools } = await ledger.pools([pair])
        pair.gateVersion ??= pools[0]?.gateVersion ?? 0
      }
      return pair.gateVersion
    },

    /** Lets go of a pair whose game is gone. What was bet on it is closed, drawn and paid without it. */
    drop: (pair: Pair) => open.delete(pairKey(pair)),

    /** Lets go of pairs that nobody watches, nobody bets on and nobody has just asked for. */
    forgetIdle() {
      const nowMs = clock.now()
      for (const [key, { feed, usedAtMs, draw }] of open) {
        const isUsed = feed.watchedUntilMs >= nowMs || usedAtMs + keptMs >= nowMs || hasStakes(draw)
        if (!isUsed) open.delete(key)
      }
    },

    forgetAll: () => open.clear(),
    size: () => open.size,
  }
}
