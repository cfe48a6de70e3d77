import { v5 as uuidv5, v7 as uuidv7 } from 'uuid'

const namespace = '6a1f0a52-3e0f-5d57-9d0f-6c6a1c1b7e21'

/** The same for ever for a player and key, so that a repeated call is one ticket; a new one without a key. */
export const ticketIdOf = (playerId: string, key: string | null | undefined) =>
  key ? uuidv5(`${playerId}|${key}`, namespace) : uuidv7()

/** An id that follows from what it is for: asking again with it books nothing twice. */
export const derivedId = (...parts: (string | number)[]) => uuidv5(parts.join('|'), namespace)
