/** The parts of a draw id: an offering (admin × game) and the draw time in ms since 1970. */
export type DrawIdParts = { adminId: string; gameId: string; drawAtMs: number }

/** The id of a draw: `<adminId>_<gameId>_<drawAt in seconds since 1970>`, so that it needs no counter. */
export const drawIdOf = ({ adminId, gameId }: Omit<DrawIdParts, 'drawAtMs'>, drawAtMs: number): string =>
  `${adminId}_${gameId}_${Math.round(drawAtMs / 1000)}`

const pattern = /^([A-Za-z0-9_-]+)_([A-Za-z0-9-]+)_(\d{1,12})$/

/** @returns undefined for text that is no draw id */
export function parseDrawId(drawId: string): DrawIdParts | undefined {
  const [, adminId, gameId, seconds] = pattern.exec(drawId) ?? []
  if (!adminId || !gameId || !seconds) return undefined
  return { adminId, gameId, drawAtMs: Number(seconds) * 1000 }
}
