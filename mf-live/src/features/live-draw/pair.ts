import { gameCodes } from '@cascade/contracts/games'

/** One game below one admin: what a live screen watches. */
export type Pair = { adminId: string; gameId: string }

const knownCodes: ReadonlySet<string> = new Set(Object.values(gameCodes))
const looksLikeCode = (segment: string) => /^[A-Za-z]{8}$/.test(segment)

/**
 * Reads the two segments after `game`, which links write in either order: the one that is the code of a game is the
 * game. Games that were added later are told by the eight letters of a code.
 */
export function pairOf(first: string, second: string): Pair {
  const ways = [(segment: string) => knownCodes.has(segment), looksLikeCode]
  const telling = ways.find(isGame => isGame(first) !== isGame(second))
  return telling?.(second) ? { adminId: first, gameId: second } : { adminId: second, gameId: first }
}
