import { AppError, bookingKeyOf, type Ctx } from '@cascade/service-kit'
import { retryOnConflict } from '../accounts/retry-on-conflict'
import type { AccountsDeps } from '../deps'
import type { TransferContent, TransferResult } from '../ledger'

type KeyedBooking<R> = {
  content: TransferContent
  /** One attempt, counted from 1; `key` is the same for all attempts of one call. */
  book: (key: string, attempt: number) => Promise<R>
  /** The response of an earlier booking. */
  replay: (booked: TransferResult) => R | Promise<R>
}

/**
 * Books a request once per `Idempotency-Key`, without expiry; a call without a key is always a new booking. An earlier
 * booking of the key is looked up only after a failure, so that first calls stay fast; it is returned whatever the failure
 * was (a mistyped password, a suspension, a move).
 */
export async function bookByKey<R>(
  deps: Pick<AccountsDeps, 'ledger' | 'newId'>,
  { idempotencyKey, actor, setHeader }: Pick<Ctx, 'actor' | 'idempotencyKey' | 'setHeader'>,
  { content, book, replay }: KeyedBooking<R>,
): Promise<R> {
  const key = idempotencyKey === undefined ? `once:${deps.newId()}` : bookingKeyOf(idempotencyKey)
  try {
    return await retryOnConflict(attempt => book(key, attempt))
  } catch (error) {
    const isVerdict = error instanceof AppError && error.verdict !== undefined
    if (idempotencyKey === undefined || isVerdict) throw error
    const booked = await deps.ledger.findBooked(actor.accountId, key, content).catch(() => undefined)
    if (!booked) throw error
    setHeader('Idempotent-Replayed', 'true')
    return replay(booked)
  }
}
