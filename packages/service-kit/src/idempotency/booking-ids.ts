import { v5 as uuidv5 } from 'uuid'

const transferNamespace = '5b0f3c1e-6f0a-5d55-9f0e-3d2c8a4b7e11'

/** Transfer id derived from actor and key, the same in every process and forever: a transfer cannot be booked twice. */
export const transferIdOf = (actorId: string, key: string): string => uuidv5(`${actorId}|${key}`, transferNamespace)

/** Ledger key of an `Idempotency-Key`. */
export const bookingKeyOf = (idempotencyKey: string): string => `key:${idempotencyKey}`

/** Ledger id of a booking by an actor under an `Idempotency-Key`. */
export const bookingIdOf = (actorId: string, key: string): string => transferIdOf(actorId, bookingKeyOf(key))

const claimNamespace = '6a1f0a52-3e0f-5d57-9d0f-6c6a1c1b7e21'

/** Ledger id of one claim of a call, by its position: a repeated call requests the same claims. */
export const claimIdOf = (callId: string, position: number): string =>
  position === 0 ? callId : uuidv5(`claim|${callId}|${position}`, claimNamespace)
