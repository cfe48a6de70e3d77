const secondMs = 1_000

/**
 * When the next backup of an admin is made, and its name: that time to the second, by the clock of the world
 * (`2026-03-01_10-00-00`). It is later than the newest one's, whatever the clock says: the backup that precedes a
 * restore may follow within a second, and names stand in the order in which they were made.
 */
export function nameNext(now: Date, newest: Date | undefined): { createdAt: Date; folder: string } {
  const earliest = newest ? newest.getTime() + secondMs : 0
  const createdAt = new Date(Math.max(now.getTime(), earliest))
  return { createdAt, folder: createdAt.toISOString().slice(0, 19).replace('T', '_').replaceAll(':', '-') }
}
