import { v5 as uuidv5 } from 'uuid'

const transferNamespace = '5b0f3c1e-6f0a-5d55-9f0e-3d2c8a4b7e11'

/** The same actor and key give the same id for ever, in every process: a transfer cannot be booked twice. */
export const transferIdOf = (actorId: string, key: string): string => uuidv5(`${actorId}|${key}`, transferNamespace)

/** The ledger's key for what a caller sent as `Idempotency-Key`. */
export const bookingKeyOf = (idempotencyKey: string): string => `key:${idempotencyKey}`
