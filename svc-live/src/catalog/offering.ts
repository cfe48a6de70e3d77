/** A game as one admin offers it. */
export type Offering = { adminId: string; gameId: string }

export const offeringKey = ({ adminId, gameId }: Offering) => `${adminId}|${gameId}`

/** A draw id consists of the offering and the draw time in seconds, so it needs no counter. */
export const drawIdOf = ({ adminId, gameId }: Offering, drawAtMs: number) =>
  `${adminId}_${gameId}_${Math.round(drawAtMs / 1000)}`

const pattern = /^([A-Za-z0-9_-]+)_([A-Za-z0-9-]+)_(\d{1,12})$/

/** @returns undefined for text that is no draw id */
export function parseDrawId(drawId: string): (Offering & { drawAtMs: number }) | undefined {
  const [, adminId, gameId, seconds] = pattern.exec(drawId) ?? []
  if (!adminId || !gameId || !seconds) return undefined
  return { adminId, gameId, drawAtMs: Number(seconds) * 1000 }
}
