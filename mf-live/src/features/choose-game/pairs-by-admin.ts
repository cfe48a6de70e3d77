import type { AnswerOf } from '@cascade/contracts'
import type { liveApi } from '@cascade/contracts/live'

export type LivePair = AnswerOf<typeof liveApi.games>['data'][number]
export type AdminGames = { adminId: string; username: string; games: LivePair[] }

/** The pairs whose game or admin contains what was typed, gathered by admin in the order of the list. */
export function pairsByAdmin(pairs: readonly LivePair[], typed = ''): AdminGames[] {
  const wanted = typed.trim().toLowerCase()
  const admins = new Map<string, AdminGames>()
  for (const pair of pairs) {
    const { adminId, username, gameId, gameName } = pair
    if (!`${username} ${gameName} ${gameId}`.toLowerCase().includes(wanted)) continue
    const admin = admins.get(adminId) ?? { adminId, username, games: [] }
    admin.games.push(pair)
    admins.set(adminId, admin)
  }
  return [...admins.values()]
}
