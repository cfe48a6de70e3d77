import { createHash } from 'node:crypto'
import { transferIdOf } from '@cascade/service-kit'
import { v5 as uuidv5 } from 'uuid'
import type { CloseRequest, TransferRequest } from './types'

const closingNamespace = '5b0f3c1e-6f0a-5d55-9f0e-3d2c8a4b7e11'

/** The external account out of which points come to exist. */
export const issuerId = 'issuer'
/** The pool that stakes of a game flow into, for one admin's tree. */
export const poolIdOf = (adminId: string, gameId: string) => `pool:${adminId}:${gameId}`
/** External accounts have no wallet and no balance: nothing limits them, so nothing needs to be guarded. */
export const isExternal = (walletId: string) => walletId === issuerId || walletId.startsWith('pool:')

/** A wallet is closed once, whoever asks for it. */
const closingIdOf = (walletId: string) => uuidv5(`close|${walletId}`, closingNamespace)

export const idOfRequest = (request: TransferRequest | CloseRequest) =>
  request.type === 'close' ? closingIdOf(request.source.walletId) : transferIdOf(request.actor.id, request.key)

/** Tells whether a repeated key asks for the same transfer; 128 bits of SHA-256. */
export function requestHashOf(request: TransferRequest): string {
  const { kind, source, destination, amount, note, ref } = request
  const parts = [kind, source.walletId, destination.walletId, String(amount), note, ref?.type, ref?.id, ref?.version]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}
