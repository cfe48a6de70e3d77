/** One game below one admin. */
export type Offering = { adminId: string; gameId: string }

/** `<adminId>|<gameId>`: under this the state of an offering is kept. */
export const offeringKey = ({ adminId, gameId }: Offering) => `${adminId}|${gameId}`

/** A draw is named by its offering and its moment in seconds, so that no counter has to be kept. */
export const drawIdOf = ({ adminId, gameId }: Offering, drawAtMs: number) =>
  `${adminId}_${gameId}_${Math.round(drawAtMs / 1000)}`

const pattern = /^([A-Za-z0-9_-]+)_([A-Za-z0-9-]+)_(\d{1,12})$/

/** @returns undefined for what is no id of a draw. */
export function parseDrawId(drawId: string): (Offering & { drawAtMs: number }) | undefined {
  const [, adminId, gameId, seconds] = pattern.exec(drawId) ?? []
  if (!adminId || !gameId || !seconds) return undefined
  return { adminId, gameId, drawAtMs: Number(seconds) * 1000 }
}
