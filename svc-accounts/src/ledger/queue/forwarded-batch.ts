import { duplicateKeyText, type Verdict } from '@cascade/service-kit'
import { BSON, MongoServerError } from 'mongodb'
import type { Outcome } from '../commit/outcomes'
import type { QueuedRequest } from '../decide/ledger-state'
import { LedgerRejection, type RejectionReason } from '../rejection'

/** BSON, so that dates and int64 survive the hop. */
const encode = (value: BSON.Document): string =>
  Buffer.from(BSON.serialize(value, { ignoreUndefined: true })).toString('base64')
const decode = (text: string): BSON.Document =>
  BSON.deserialize(Buffer.from(text, 'base64'), { useBigInt64: true, promoteBuffers: false })

export const encodeBatch = (batch: readonly QueuedRequest[]): string =>
  encode({ batch: batch.map(({ request, id, hash }) => ({ request, id, hash })) })

export function decodeBatch(text: string): QueuedRequest[] {
  const { batch } = decode(text) as { batch: QueuedRequest[] }
  return batch.map(request => ({ ...request, isForwarded: true }))
}

type EncodedError =
  | {
      reason: RejectionReason
      replayed: boolean
      transferId?: string
      verdict?: Verdict
      left?: bigint
      limitOwnerId?: string | undefined
    }
  | { taken: string }
  | { unexpected: string }
type EncodedOutcome = { result: Extract<Outcome, { result: unknown }>['result'] } | { error: EncodedError }

export const encodeOutcomes = (outcomes: readonly Outcome[]): string =>
  encode({
    outcomes: outcomes.map(
      (outcome): EncodedOutcome => ('result' in outcome ? outcome : { error: encodeError(outcome.error) }),
    ),
  })

export const decodeOutcomes = (text: string): Outcome[] => {
  const { outcomes } = decode(text) as { outcomes: EncodedOutcome[] }
  return outcomes.map(outcome => ('result' in outcome ? outcome : { error: decodeError(outcome.error) }))
}

function encodeError(error: unknown): EncodedError {
  if (error instanceof LedgerRejection) {
    const { reason, replayed, transferId, verdict, left, limitOwnerId } = error
    const line = left === undefined ? {} : { left }
    return {
      reason,
      replayed,
      limitOwnerId,
      ...(transferId ? { transferId } : {}),
      ...(verdict ? { verdict } : {}),
      ...line,
    }
  }
  const duplicateKey = duplicateKeyText(error)
  return duplicateKey === undefined ? { unexpected: String(error) } : { taken: duplicateKey }
}

function decodeError(encoded: EncodedError): Error {
  if ('reason' in encoded) {
    const { reason, ...details } = encoded
    return new LedgerRejection(reason, details)
  }
  if ('taken' in encoded) return new MongoServerError({ message: encoded.taken, code: 11000 })
  return new Error(`The leader failed: ${encoded.unexpected}`)
}
