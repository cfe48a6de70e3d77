/** A draw: its id consists of admin, game and time in seconds, so it needs no counter. */
export type DrawId = { adminId: string; gameId: string; drawAtMs: number }

const pattern = /^([A-Za-z0-9_-]+)_([A-Za-z0-9-]+)_(\d{1,12})$/

/** @returns undefined for text that is no draw id */
export function parseDrawId(drawId: string): DrawId | undefined {
  const [, adminId, gameId, seconds] = pattern.exec(drawId) ?? []
  if (!adminId || !gameId || !seconds) return undefined
  return { adminId, gameId, drawAtMs: Number(seconds) * 1000 }
}
