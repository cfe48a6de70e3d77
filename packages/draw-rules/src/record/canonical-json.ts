import type { GameDescription } from '@cascade/contracts/games'
import type { Confidential, SealedRecord } from '@cascade/contracts/live'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Game } from '../rules/game'

type Canonical =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly Canonical[]
  | { [key: string]: Canonical }

const loneSurrogate = /\p{Cs}/u

/**
 * Canonical JSON (RFC 8785 without fractions, so that numbers are written the same in every language): no whitespace,
 * keys sorted by UTF-16 code units, undefined members omitted, bigints as decimal strings.
 * @throws TypeError for fractions, unsafe integers, lone surrogates, functions and class instances such as dates
 */
export function canonicalJson(value: unknown): string {
  return write(value as Canonical)
}

function write(value: Canonical): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'bigint') return `"${value}"`
  if (typeof value === 'string') return writeText(value)
  if (typeof value === 'number') return writeNumber(value)
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  if (typeof value === 'object' && isPlain(value)) return writeObject(value as { [key: string]: Canonical })
  throw new TypeError(`No canonical JSON for ${typeof value}`)
}

function writeText(value: string): string {
  if (loneSurrogate.test(value)) throw new TypeError('No canonical JSON for half of a surrogate pair')
  return JSON.stringify(value)
}

function writeNumber(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError(`No canonical JSON for the number ${value}`)
  return String(value)
}

function writeObject(value: { [key: string]: Canonical }): string {
  const members = Object.keys(value)
    .filter(key => value[key] !== undefined)
    .sort()
    .map(key => `${writeText(key)}:${write(value[key])}`)
  return `{${members.join(',')}}`
}

/** Instances of classes, such as Date, would be written as empty objects. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

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
