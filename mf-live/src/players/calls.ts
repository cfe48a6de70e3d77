import { reportsApi } from '@cascade/contracts/reports'
import { listSource } from '@cascade/web-kit'

/** Players in the caller's subtree, online ones first; `status` filters by `online` or `offline`. */
export const onlinePlayersSource = () => listSource(reportsApi.onlinePlayers)
