import { playerGameDayKey, type TotalStore } from './total-store'

/** Enough for all players online, with a game or two each. */
const entriesMax = 100_000

type Entry = { stake: bigint; pending: number; lastSeq: number }

export type PlayerDays = ReturnType<typeof createPlayerDays>

/**
 * Stakes of players per game and day, pending bets included. Read from the totals once, as this instance alone takes
 * bets; an entry may be evicted once the totals include all of it.
 */
export function createPlayerDays(totals: Pick<TotalStore, 'readStake'>, limit = entriesMax) {
  const entries = new Map<string, Entry>()
  const reading = new Map<string, Promise<Entry>>()
  let projectedSeq = 0

  async function read(key: string, playerId: string, day: string, gameId: string): Promise<Entry> {
    const entry = { stake: await totals.readStake(playerId, day, gameId), pending: 0, lastSeq: 0 }
    entries.set(key, entry)
    shrink()
    return entry
  }

  function shrink() {
    for (const [key, { pending, lastSeq }] of entries) {
      if (entries.size <= limit) return
      if (pending === 0 && lastSeq <= projectedSeq) entries.delete(key)
    }
  }

  return {
    /** The entry of a player, game and day. Reserve in it at once: it may be evicted afterwards. */
    async load(playerId: string, day: string, gameId: string): Promise<Entry> {
      const key = playerGameDayKey(playerId, day, gameId)
      const cached = entries.get(key)
      if (cached) {
        // Move to the end of the eviction order.
        entries.delete(key)
        entries.set(key, cached)
        return cached
      }
      const promise = reading.get(key) ?? read(key, playerId, day, gameId).finally(() => reading.delete(key))
      reading.set(key, promise)
      return promise
    },

    /** The totals include every posting up to this sequence number. */
    setProjectedSeq(seq: number) {
      projectedSeq = Math.max(projectedSeq, seq)
    },

    /** Entries are evicted soon, which needs `setProjectedSeq`. */
    isNearlyFull: () => entries.size > limit / 2,
    clear: () => entries.clear(),
    size: () => entries.size,
  }
}

/** @returns whether the stake fits under the limit; it is reserved then */
export function reserveStake(entry: Entry, stake: bigint, max: bigint): boolean {
  if (entry.stake + stake > max) return false
  entry.stake += stake
  entry.pending += 1
  return true
}

/** Keeps an entry in memory while a stake may be returned. */
export function beginReturn(entry: Entry): void {
  entry.pending += 1
}

/** @param seq of the void; undefined when nothing was returned */
export function finishReturn(entry: Entry, stake: bigint, seq: number | undefined): void {
  finishReservation(entry, 0n, seq)
  if (seq !== undefined) entry.stake -= stake
}

/** @param seq of the booked ticket; undefined when it was not booked, which releases the stake */
export function finishReservation(entry: Entry, stake: bigint, seq: number | undefined): void {
  entry.pending -= 1
  if (seq === undefined) entry.stake -= stake
  else entry.lastSeq = Math.max(entry.lastSeq, seq)
}
