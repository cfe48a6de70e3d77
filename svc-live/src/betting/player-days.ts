import { playerGameDayKey, type TotalStore } from './total-store'

/** As many players as are online, with a game or two each. */
const mostEntries = 100_000

type Entry = { stake: bigint; underWay: number; lastSeq: number }

export type PlayerDays = ReturnType<typeof createPlayerDays>

/**
 * What players have staked on a game today, bets on their way included. Read once from the totals and then kept, as
 * this instance alone takes bets; an entry may go when the totals hold all that it knows.
 */
export function createPlayerDays(totals: Pick<TotalStore, 'stakeOf'>, limit = mostEntries) {
  const entries = new Map<string, Entry>()
  const reading = new Map<string, Promise<Entry>>()
  let projectedSeq = 0

  async function read(key: string, playerId: string, day: string, gameId: string): Promise<Entry> {
    const entry = { stake: await totals.stakeOf(playerId, day, gameId), underWay: 0, lastSeq: 0 }
    entries.set(key, entry)
    shrink()
    return entry
  }

  function shrink() {
    for (const [key, { underWay, lastSeq }] of entries) {
      if (entries.size <= limit) return
      if (underWay === 0 && lastSeq <= projectedSeq) entries.delete(key)
    }
  }

  return {
    /** The entry of a player, game and day, to be reserved in at once: it is not kept for the caller. */
    async of(playerId: string, day: string, gameId: string): Promise<Entry> {
      const key = playerGameDayKey(playerId, day, gameId)
      const known = entries.get(key)
      if (known) {
        // Moved to the end: what was used just now is not what goes.
        entries.delete(key)
        entries.set(key, known)
        return known
      }
      const under = reading.get(key) ?? read(key, playerId, day, gameId).finally(() => reading.delete(key))
      reading.set(key, under)
      return under
    },

    /** The totals hold every posting up to this number of the feed. */
    projectedUpTo(seq: number) {
      projectedSeq = Math.max(projectedSeq, seq)
    },

    clear: () => entries.clear(),
    size: () => entries.size,
  }
}

/** @returns whether there was room for it under the limit; then it is taken. */
export function reserveDay(entry: Entry, stake: bigint, most: bigint): boolean {
  if (entry.stake + stake > most) return false
  entry.stake += stake
  entry.underWay += 1
  return true
}

/** @param seq of the booked ticket; undefined when it was not booked, and its room is given back. */
export function settleDay(entry: Entry, stake: bigint, seq: number | undefined): void {
  entry.underWay -= 1
  if (seq === undefined) entry.stake -= stake
  else entry.lastSeq = Math.max(entry.lastSeq, seq)
}
