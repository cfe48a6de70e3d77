import type { GameDescription } from '@cascade/contracts/games'
import type { Confidential, SealedRecord } from '@cascade/contracts/live'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Game } from '../rules/game/game'
import { canonicalJson } from './canonical-json'

/** SHA-256 of a text in UTF-8, as hex. */
const digestOf = (text: string) => bytesToHex(sha256(utf8ToBytes(text)))

/** A service draws the same few games over and over; a description is never changed, only replaced. */
const known = new WeakMap<GameDescription, string>()

/** SHA-256 of a description in canonical JSON, as hex: under it a store may keep each description once. */
export function descriptionDigest(description: GameDescription): string {
  const digest = known.get(description) ?? digestOf(canonicalJson(description))
  known.set(description, digest)
  return digest
}

/** SHA-256 of a record in canonical JSON, as hex: what is signed, and what the next record names as `previous`. */
export const recordHash = (record: SealedRecord['record']): string => digestOf(canonicalJson(record))

/** SHA-256 of what only those above may see, as hex: it binds that part to the record, and tells nothing of it. */
export const confidentialDigest = (confidential: Confidential): string => digestOf(canonicalJson(confidential))

/** Of games whose results are all candidates, as they are in a draw that nobody bet on. */
const knownOfAll = new WeakMap<Game['outcomes'], string>()

/** SHA-256 of the texts of these results, each of them once and in order, divided by line feeds, as hex. */
export function candidatesDigest({ outcomes }: Pick<Game, 'outcomes'>, indices: readonly number[]): string {
  const known = indices.length === outcomes.length ? knownOfAll.get(outcomes) : undefined
  const digest = known ?? digestOf(indices.flatMap(index => outcomes[index]?.text ?? []).join('\n'))
  if (indices.length === outcomes.length) knownOfAll.set(outcomes, digest)
  return digest
}
