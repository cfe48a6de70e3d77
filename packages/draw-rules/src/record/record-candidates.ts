import type { DrawRecord } from '@cascade/contracts/live'
import type { Decision } from '../draw/decide'
import type { Game } from '../rules/game/game'
import { candidatesDigest } from './digest'

/** The candidates in the form of a record. */
export function toRecordCandidates(game: Game, { candidates }: Pick<Decision, 'candidates'>): DrawRecord['candidates'] {
  if (!candidates) return null
  const { indices, fits } = candidates
  return { count: indices.length, digest: candidatesDigest(game, indices), fits }
}
