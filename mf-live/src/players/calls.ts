import { reportsApi } from '@cascade/contracts/reports'
import { listSource } from '@cascade/web-kit'

/** Players below the user, those who are online first; `status` narrows them to `online` or `offline`. */
export const onlinePlayersSource = () => listSource(reportsApi.onlinePlayers)
