import { sessionApi } from '@cascade/contracts/accounts'
import { on } from '@cascade/web-kit/testing'

/** Nobody is signed in. */
export const noSessions = on(sessionApi.sessions, { success: true, data: [], total: 0 })
