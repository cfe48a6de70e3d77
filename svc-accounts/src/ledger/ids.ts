import { createHash } from 'node:crypto'
import type { PostingRequest } from '@cascade/contracts/accounts'
import { transferIdOf } from '@cascade/service-kit'
import { v5 as uuidv5 } from 'uuid'
import type { CloseRequest, TransferRequest, TransferWish } from './types'

const closingNamespace = '5b0f3c1e-6f0a-5d55-9f0e-3d2c8a4b7e11'
const gateNamespace = '0d0f6b1c-94a4-5c0e-8f0b-7c1d2e3f4a55'

/** The external account out of which points come to exist. */
export const issuerId = 'issuer'
/** The pool that stakes of a game flow into, for one admin's tree. */
export const poolIdOf = (adminId: string, gameId: string) => `${poolsPrefix(adminId)}${gameId}`
/** The ids of all pools in one admin's tree begin with it. */
export const poolsPrefix = (adminId: string) => `pool:${adminId}:`
/** Wins of a game that are settled and not claimed yet, for one admin's tree. */
export const winsIdOf = (adminId: string, gameId: string) => `wins:${adminId}:${gameId}`
/** The game of an external account, if it is one of a game. */
export const gameOf = (walletId: string): string | undefined => /^(?:pool|wins):[^:]+:(.+)$/.exec(walletId)?.[1]
/** External accounts have no wallet: their balance is a running total, below 0 as well as above. */
export const isExternal = (walletId: string) => walletId === issuerId || /^(pool|wins):/.test(walletId)

/** A wallet is closed once, whoever asks for it. */
const closingIdOf = (walletId: string) => uuidv5(`close|${walletId}`, closingNamespace)

export const idOfRequest = (request: TransferRequest | CloseRequest) =>
  request.type === 'close' ? closingIdOf(request.source.walletId) : transferIdOf(request.actor.id, request.key)

/** Tells whether a repeated key asks for the same transfer; 128 bits of SHA-256. */
export function requestHashOf({ kind, source, destination, amount, note }: TransferWish): string {
  return hashOf([kind, source.walletId, destination.walletId, String(amount), note])
}

/** A draw's gate is closed once, whoever asks for it; everything else has the id that its request gives it. */
export const idOfPosting = (posting: PostingRequest): string =>
  posting.kind === 'closeGate'
    ? uuidv5(`${posting.adminId}|${posting.gameId}|${posting.drawId}`, gateNamespace)
    : posting.id

/**
 * Tells whether a repeated id asks for the same. What its caller may have to say anew is left out: the gate it knows of,
 * its last moment, and details that follow from them.
 */
export function postingHashOf(posting: PostingRequest): string {
  const { kind, adminId, gameId } = posting
  const amount = 'amount' in posting ? posting.amount : ''
  const playerId = 'playerId' in posting ? posting.playerId : ''
  const change = posting.kind === 'pool' ? posting.change : ''
  const tickets = posting.kind === 'claim' ? posting.details.tickets : ''
  return hashOf([kind, adminId, gameId, playerId, amount, change, tickets])
}

const hashOf = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
