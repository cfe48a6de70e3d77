import { type Actor, personOf } from '@cascade/service-kit'
import { v5 as uuidv5 } from 'uuid'

const namespace = '6a1f0a52-3e0f-5d57-9d0f-6c6a1c1b7e21'

/** A deterministic id: the same posting is booked once, however often it is sent. */
export const deriveId = (...parts: (string | number)[]) => uuidv5(parts.join('|'), namespace)

export const systemActor = { id: 'svc-live', username: 'svc-live', role: 'system' } as const

/** The signed-in user as the author of a posting. */
export const postedBy = ({ accountId: id, username, role, person, approvedBy }: Actor) => ({
  ...{ id, username, role },
  ...personOf({ person }),
  ...(approvedBy && { approvedBy }),
})
