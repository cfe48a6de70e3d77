import type { BookingKind } from '@cascade/contracts'
import { v5 as uuidv5 } from 'uuid'
import { bookingKeyOf, transferIdOf } from './permission'

const namespace = '6a1f0a52-3e0f-5d57-9d0f-6c6a1c1b7e21'

const playIdOf = (kind: BookingKind, actorId: string, key: string) => uuidv5(`${kind}|${actorId}|${key}`, namespace)

/** The call that takes a player's wins; its claims have ids of their own. */
export const takeIdOf = (playerId: string, key: string): string => playIdOf('take', playerId, key)

/** The ledger's id of one claim of a take, by its position: a repeated take asks for the same claims. */
export const claimIdOf = (takeId: string, position: number): string => uuidv5(`claim|${takeId}|${position}`, namespace)

/** The ledger's id of what an actor books under a key: the same for ever, in every process. */
const idsByKind: Record<BookingKind, (actorId: string, key: string) => string> = {
  credit: (actorId, key) => transferIdOf(actorId, bookingKeyOf(key)),
  bet: (actorId, key) => playIdOf('bet', actorId, key),
  take: (actorId, key) => claimIdOf(takeIdOf(actorId, key), 0),
  balance: (actorId, key) => playIdOf('balance', actorId, key),
}

export const bookingIdOf = (kind: BookingKind, actorId: string, key: string): string => idsByKind[kind](actorId, key)

/** Every id in the ledger that an actor's `Idempotency-Key` may stand for: of a transfer, bet, take or game balance. */
export function bookingIdsOf(actorId: string, key: string): [string, ...string[]] {
  const { credit, ...others } = idsByKind
  return [credit(actorId, key), ...Object.values(others).map(idOf => idOf(actorId, key))]
}
