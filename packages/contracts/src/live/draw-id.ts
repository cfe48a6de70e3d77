type Offering = { adminId: string; gameId: string }

/** The id of a draw: `<adminId>_<gameId>_<drawAt in seconds since 1970>`, so that it needs no counter. */
export const drawIdOf = ({ adminId, gameId }: Offering, drawAtMs: number): string =>
  `${adminId}_${gameId}_${Math.round(drawAtMs / 1000)}`

const pattern = /^([A-Za-z0-9_-]+)_([A-Za-z0-9-]+)_(\d{1,12})$/

/** @returns the offering and the draw time in ms since 1970; undefined for text that is no draw id */
export function parseDrawId(drawId: string): (Offering & { drawAtMs: number }) | undefined {
  const [, adminId, gameId, seconds] = pattern.exec(drawId) ?? []
  if (!adminId || !gameId || !seconds) return undefined
  return { adminId, gameId, drawAtMs: Number(seconds) * 1000 }
}
