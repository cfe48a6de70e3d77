import type { GameDescription } from '@cascade/contracts/games'
import type { Confidential, SealedRecord } from '@cascade/contracts/live'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Game } from '../rules/game/game'
import { canonicalJson } from './canonical-json'

/** SHA-256 of a UTF-8 text, as hex. */
const digestOf = (text: string) => bytesToHex(sha256(utf8ToBytes(text)))

/** Cache: a service draws the same few games, and descriptions are replaced, never mutated. */
const descriptionDigests = new WeakMap<GameDescription, string>()

/** SHA-256 of a description in canonical JSON, as hex. */
export function descriptionDigest(description: GameDescription): string {
  const digest = descriptionDigests.get(description) ?? digestOf(canonicalJson(description))
  descriptionDigests.set(description, digest)
  return digest
}

/** SHA-256 of a record in canonical JSON, as hex: the signed value, and `previous` of the next record. */
export const recordHash = (record: SealedRecord['record']): string => digestOf(canonicalJson(record))

/** SHA-256 of the confidential part in canonical JSON, as hex: binds it to the record without revealing it. */
export const confidentialDigest = (confidential: Confidential): string => digestOf(canonicalJson(confidential))

/** Cache for draws in which all results are candidates, such as draws without bets. */
const allCandidatesDigests = new WeakMap<Game['outcomes'], string>()

/** SHA-256 of the texts of these results, in order, joined by line feeds, as hex. */
export function candidatesDigest({ outcomes }: Pick<Game, 'outcomes'>, indices: readonly number[]): string {
  const cached = indices.length === outcomes.length ? allCandidatesDigests.get(outcomes) : undefined
  const digest = cached ?? digestOf(indices.flatMap(index => outcomes[index]?.text ?? []).join('\n'))
  if (indices.length === outcomes.length) allCandidatesDigests.set(outcomes, digest)
  return digest
}
