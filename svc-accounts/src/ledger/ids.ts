import { createHash } from 'node:crypto'
import type { PostingRequest } from '@cascade/contracts/accounts'
import { transferIdOf } from '@cascade/service-kit'
import { v5 as uuidv5 } from 'uuid'
import type { CloseKeyRequest, CloseRequest, TransferContent, TransferRequest, WalletRef } from './types'

const closingNamespace = '5b0f3c1e-6f0a-5d55-9f0e-3d2c8a4b7e11'
const gateNamespace = '0d0f6b1c-94a4-5c0e-8f0b-7c1d2e3f4a55'
const voidNamespace = '3c9e5a70-1b7d-5f36-8a42-5e0d9b6c7f18'

/** The external account that creates points. */
export const issuerId = 'issuer'
/** External account that receives the stakes of one admin's game. */
export const poolIdOf = (adminId: string, gameId: string) => `${poolsPrefix(adminId)}${gameId}`
export const poolsPrefix = (adminId: string) => `pool:${adminId}:`
/** External account of settled, unclaimed wins of one admin's game. */
export const winsIdOf = (adminId: string, gameId: string) => `wins:${adminId}:${gameId}`
export const gameOf = (walletId: string): string | undefined => /^(?:pool|wins):[^:]+:(.+)$/.exec(walletId)?.[1]
/** External accounts have no wallet: their balance is a running total that may be negative. */
export const isExternal = (walletId: string) => walletId === issuerId || /^(pool|wins):/.test(walletId)

/** Derived from wallet and scope version, which a closing raises: a wallet that was opened again can be closed again. */
const closingIdOf = ({ walletId, scopeVersion }: WalletRef) =>
  uuidv5(`close|${walletId}|${scopeVersion ?? ''}`, closingNamespace)

export const transferIdOfRequest = (request: CloseKeyRequest | TransferRequest | CloseRequest) =>
  request.type === 'close' ? closingIdOf(request.source) : transferIdOf(request.actor.id, request.key)

/** Detects a key that is reused for a different transfer; 128 bits of SHA-256. */
export function requestHashOf({ kind, source, destination, amount, note, reverses }: TransferContent): string {
  const reversed = reverses ? [reverses.transferId] : []
  return hashOf([kind, source.walletId, destination.walletId, String(amount), note, ...reversed])
}

export const voidIdOf = (ticketId: string) => uuidv5(ticketId, voidNamespace)

/** A gate is closed once per draw, and a ticket is voided once: ids are derived from these. Others carry their own. */
export function transferIdOfPosting(posting: PostingRequest): string {
  if (posting.kind === 'void') return voidIdOf(posting.details.ticket)
  if (posting.kind !== 'closeGate') return posting.id
  return uuidv5(`${posting.adminId}|${posting.gameId}|${posting.drawId}`, gateNamespace)
}

/**
 * Detects an id that is reused for a different posting. Leaves out what a retry may change: gate version, deadline, and
 * details that follow from them.
 */
export const postingHashOf = (posting: PostingRequest): string =>
  hashWith(posting, posting.kind === 'claim' ? posting.details.tickets : posting.kind === 'settle' ? posting.wins : '')

/** Hash that 1.0.0 stored with a settlement: without its wins. */
export const hashWithoutWins = (posting: PostingRequest): string => hashWith(posting, '')

function hashWith(posting: PostingRequest, tickets: unknown): string {
  const { kind, adminId, gameId } = posting
  const amount = 'amount' in posting ? posting.amount : ''
  const playerId = 'playerId' in posting ? posting.playerId : ''
  const change = posting.kind === 'pool' ? posting.change : ''
  return hashOf([kind, adminId, gameId, playerId, amount, change, tickets])
}

const hashOf = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
