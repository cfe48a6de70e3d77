import type { ProvenTicket } from '@cascade/contracts/live'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson } from '../record/canonical-json'
import type { TicketLine } from '../rules/bets'

// Merkle tree of RFC 6962 (2.1): the prefixes separate leaves from nodes, and n leaves have exactly one tree shape.
const leafPrefix = Uint8Array.of(0)
const nodePrefix = Uint8Array.of(1)

export const leafHash = (leaf: Uint8Array): Uint8Array => sha256(concatBytes(leafPrefix, leaf))
const nodeHash = (left: Uint8Array, right: Uint8Array) => sha256(concatBytes(nodePrefix, left, right))

/** Number of leaves in the left subtree: the largest power of two below `count` (at least 2). */
const leftSize = (count: number) => 2 ** (Math.ceil(Math.log2(count)) - 1)

/**
 * The root over leaf hashes, or over roots of full subtrees of equal size; SHA-256 of the empty string for no leaves.
 */
export function merkleRoot(hashes: readonly Uint8Array[]): Uint8Array {
  const [only] = hashes
  if (!only) return sha256(new Uint8Array())
  if (hashes.length === 1) return only
  const left = leftSize(hashes.length)
  return nodeHash(merkleRoot(hashes.slice(0, left)), merkleRoot(hashes.slice(left)))
}

/** The sibling hashes from `index` up to the root. */
export function merklePath(hashes: readonly Uint8Array[], index: number): Uint8Array[] {
  if (hashes.length <= 1) return []
  const left = leftSize(hashes.length)
  return index < left
    ? [...merklePath(hashes.slice(0, left), index), merkleRoot(hashes.slice(left))]
    : [...merklePath(hashes.slice(left), index - left), merkleRoot(hashes.slice(0, left))]
}

/**
 * The root computed from a leaf and its path in a tree of `size` leaves; undefined if the path has the wrong length.
 */
export function rootFromPath(
  hash: Uint8Array,
  { index, size, path }: { index: number; size: number; path: readonly Uint8Array[] },
): Uint8Array | undefined {
  if (size === 1) return path.length === 0 && index === 0 ? hash : undefined
  const sibling = path.at(-1)
  if (!sibling || index >= size) return undefined
  const left = leftSize(size)
  const isLeft = index < left
  const rest = isLeft ? { index, size: left } : { index: index - left, size: size - left }
  const below = rootFromPath(hash, { ...rest, path: path.slice(0, -1) })
  return below && (isLeft ? nodeHash(below, sibling) : nodeHash(sibling, below))
}

/** Pseudonym of the player in a leaf: verifiable only with both ids. */
const playerDigest = (ticketId: string, playerId: string): string =>
  bytesToHex(sha256(utf8ToBytes(`${ticketId}|${playerId}`)))

type Booked = Pick<ProvenTicket, 'ticketId' | 'salt' | 'state'> & {
  playerId: string
  lines: readonly TicketLine[]
  stake: bigint
}

/**
 * A ticket in the form of the Merkle tree; `salt` is absent in tickets of 1.0.0. A void one keeps lines and stake.
 */
export const toProvenTicket = ({ ticketId, playerId, lines, stake, salt, state }: Booked): ProvenTicket => ({
  ticketId,
  player: playerDigest(ticketId, playerId),
  lines: lines.map(({ leg, quantity }) => [leg, quantity]),
  stake: String(stake),
  ...(salt === undefined ? {} : { salt }),
  ...(state === undefined ? {} : { state }),
})

export const ticketLeafHash = (ticket: ProvenTicket): Uint8Array => leafHash(utf8ToBytes(canonicalJson(ticket)))
