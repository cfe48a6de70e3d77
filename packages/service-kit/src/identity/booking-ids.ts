import { v5 as uuidv5 } from 'uuid'
import { bookingKeyOf, transferIdOf } from './permission'

const namespace = '6a1f0a52-3e0f-5d57-9d0f-6c6a1c1b7e21'

/** The ledger's id of what an actor books under a key, whatever the call: the same for ever, in every process. */
export const bookingIdOf = (actorId: string, key: string): string => transferIdOf(actorId, bookingKeyOf(key))

/** The ledger's id of one claim of a take, by its position: a repeated take asks for the same claims. */
export const claimIdOf = (takeId: string, position: number): string =>
  position === 0 ? takeId : uuidv5(`claim|${takeId}|${position}`, namespace)
