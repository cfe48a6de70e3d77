import type { GameDescription } from '@cascade/contracts/games'
import type { DrawRecord } from '@cascade/contracts/live'
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
export const recordHash = (record: DrawRecord): string => digestOf(canonicalJson(record))

/** SHA-256 of the texts of these results, divided by line feeds, as hex. */
export const candidatesDigest = ({ outcomes }: Pick<Game, 'outcomes'>, indices: readonly number[]): string =>
  digestOf(indices.flatMap(index => outcomes[index]?.text ?? []).join('\n'))
