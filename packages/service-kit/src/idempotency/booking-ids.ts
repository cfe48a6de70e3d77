import { v5 as uuidv5 } from 'uuid'

const transferNamespace = '5b0f3c1e-6f0a-5d55-9f0e-3d2c8a4b7e11'

/** The same actor and key give the same id for ever, in every process: a transfer cannot be booked twice. */
export const transferIdOf = (actorId: string, key: string): string => uuidv5(`${actorId}|${key}`, transferNamespace)

/** The ledger's key for what a caller sent as `Idempotency-Key`. */
export const bookingKeyOf = (idempotencyKey: string): string => `key:${idempotencyKey}`

/** The ledger's id of what an actor books under an `Idempotency-Key`, whatever the call. */
export const bookingIdOf = (actorId: string, key: string): string => transferIdOf(actorId, bookingKeyOf(key))

const claimNamespace = '6a1f0a52-3e0f-5d57-9d0f-6c6a1c1b7e21'

/** The ledger's id of one claim of a take, by its position: a repeated take asks for the same claims. */
export const claimIdOf = (takeId: string, position: number): string =>
  position === 0 ? takeId : uuidv5(`claim|${takeId}|${position}`, claimNamespace)
