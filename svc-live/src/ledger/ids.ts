import { v5 as uuidv5 } from 'uuid'

const namespace = '6a1f0a52-3e0f-5d57-9d0f-6c6a1c1b7e21'

/** An id that follows from what it is for: asking again with it books nothing twice. */
export const deriveId = (...parts: (string | number)[]) => uuidv5(parts.join('|'), namespace)

/** Who asks the ledger for what follows from the clock and the rules. */
export const systemActor = { id: 'svc-live', username: 'svc-live', role: 'system' } as const
