/** One game below one admin. */
export type Pair = { adminId: string; gameId: string }

/** `<adminId>|<gameId>`: under this the state of a pair is kept. */
export const pairKey = ({ adminId, gameId }: Pair) => `${adminId}|${gameId}`

/** A draw is named by its pair and its moment in seconds, so that no counter has to be kept. */
export const drawIdOf = ({ adminId, gameId }: Pair, drawAtMs: number) =>
  `${adminId}_${gameId}_${Math.round(drawAtMs / 1000)}`

const pattern = /^([A-Za-z0-9_-]+)_([A-Za-z0-9-]+)_(\d{1,12})$/

/** @returns undefined for what is no id of a draw. */
export function parseDrawId(drawId: string): (Pair & { drawAtMs: number }) | undefined {
  const [, adminId, gameId, seconds] = pattern.exec(drawId) ?? []
  if (!adminId || !gameId || !seconds) return undefined
  return { adminId, gameId, drawAtMs: Number(seconds) * 1000 }
}
