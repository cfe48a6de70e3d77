import type { Rejection } from '../decide/ledger-state'
import { type RejectionRow, rejectionTtlMs } from '../store/collections'
import type { CloseKeyRequest, PlayRequest, TransferRequest } from '../types'

/** A declined request keeps its key closed for ever; other rejected keys are free again after a while. */
export function buildRejectionRow(
  { id, ...rejection }: Rejection,
  request: CloseKeyRequest | TransferRequest | PlayRequest,
  at: number,
): RejectionRow {
  const { correlationId } = request.type === 'play' ? request.posting : request
  const createdAt = new Date(at)
  const expiry = rejection.reason === 'DECLINED' ? {} : { expiresAt: new Date(at + rejectionTtlMs) }
  return { _id: id, ...rejection, correlationId, createdAt, ...expiry, kind: 'rejected', postings: [] }
}
