import { sessionApi } from '@cascade/contracts/accounts'
import { call } from '@cascade/web-kit'

/** Ends all sessions of a player. */
export const logoutPlayer = (id: string) => call(sessionApi.playerLogout, { query: { id, role: 'player' } })
