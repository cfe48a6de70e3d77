import { duplicateKeyText } from '@cascade/service-kit'
import { BSON, MongoServerError } from 'mongodb'
import type { Accepted } from '../decide/ledger-state'
import { LedgerRefusal, type RefusalReason } from '../refusals'
import type { Outcome } from '../settle/settle'

/** The database's own notation: what arrives is written as it would have been here, dates and 64-bit integers too. */
const encode = (value: BSON.Document): string =>
  Buffer.from(BSON.serialize(value, { ignoreUndefined: true })).toString('base64')
const decode = (text: string): BSON.Document =>
  BSON.deserialize(Buffer.from(text, 'base64'), { useBigInt64: true, promoteBuffers: false })

/** @param from where those of them that rest on something are confirmed */
export const encodeBatch = (batch: readonly Accepted[], from: string): string =>
  encode({
    batch: batch.map(({ request, id, hash, confirm }) => ({ request, id, hash, isConditional: confirm !== undefined })),
    from,
  })

/** `isConditional`: it rests on something that the instance which handed it over confirms. */
export type Handed = Accepted & { isConditional?: boolean }

/** `from` is absent where an instance of before has confirmed all of it. */
export function decodeBatch(text: string): { batch: Handed[]; from?: string } {
  const { batch, from } = decode(text) as { batch: Handed[]; from?: string }
  return { batch: batch.map(handed => ({ ...handed, isHandedOver: true })), ...(from === undefined ? {} : { from }) }
}

/** A refusal, a unique value that is taken, or what nobody expected. */
type ToldError =
  | { reason: RefusalReason; replayed: boolean; transferId?: string }
  | { taken: string }
  | { unexpected: string }
type ToldOutcome = { result: Extract<Outcome, { result: unknown }>['result'] } | { error: ToldError }

export const encodeOutcomes = (outcomes: readonly Outcome[]): string =>
  encode({
    outcomes: outcomes.map(
      (outcome): ToldOutcome => ('result' in outcome ? outcome : { error: toldOf(outcome.error) }),
    ),
  })

export const decodeOutcomes = (text: string): Outcome[] => {
  const { outcomes } = decode(text) as { outcomes: ToldOutcome[] }
  return outcomes.map(outcome => ('result' in outcome ? outcome : { error: errorOf(outcome.error) }))
}

function toldOf(error: unknown): ToldError {
  if (error instanceof LedgerRefusal) {
    const { reason, replayed, transferId } = error
    return { reason, replayed, ...(transferId ? { transferId } : {}) }
  }
  const taken = duplicateKeyText(error)
  return taken === undefined ? { unexpected: String(error) } : { taken }
}

function errorOf(told: ToldError): Error {
  if ('reason' in told) {
    const { reason, ...details } = told
    return new LedgerRefusal(reason, details)
  }
  if ('taken' in told) return new MongoServerError({ message: told.taken, code: 11000 })
  return new Error(`The writer failed: ${told.unexpected}`)
}
