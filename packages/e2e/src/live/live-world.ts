import { accountApi } from '@cascade/contracts/accounts'
import { gameCodes, gamesApi } from '@cascade/contracts/games'
import { type LiveGame, liveApi } from '@cascade/contracts/live'
import { demoPassword } from '@cascade/dev'
import { vi } from 'vitest'
import type { Session } from '../support/api'
import { api, newSuperadmin } from '../support/suite'
import { type Branch, createBranch, fund } from '../support/world'

const patience = { timeout: 60_000, interval: 500 }

export type LiveWorld = {
  superadmin: Session
  branch: Branch
  admin: Session
  player: Session
  /** Places a ticket as the player, on the next draw if the open one has just closed. */
  bet: (gameId: string, drawno: string, quantity: number, type?: string) => Promise<{ drawId: string }>
  live: (gameId: string) => Promise<LiveGame>
}

export async function makeLiveWorld(): Promise<LiveWorld> {
  const superadmin = await newSuperadmin()
  const branch = await createBranch(api, superadmin)
  const games = (await api.call(gamesApi.list, superadmin)).data
  const body = { games: games.map(({ _id }) => _id) } as never
  await api.call(accountApi.admin.update, superadmin, { params: { id: branch.admin._id }, body })
  await fund(api, superadmin, 'player', branch.player._id, 10_000)
  const admin = await api.login(branch.admin.username, demoPassword)
  const player = await api.login(branch.player.username, demoPassword)
  const query = (gameId: string) => ({ adminId: branch.admin._id, gameId })
  const live = async (gameId: string) => (await api.call(liveApi.loadGame, admin, { query: query(gameId) })).data
  // svc-live learns of accounts and games through events; a closing draw rejects bets.
  await vi.waitFor(() => live(gameCodes.funTarget), patience)
  const bet: LiveWorld['bet'] = (gameId, drawno, quantity, type = 'straight') =>
    vi.waitFor(async () => {
      const body = { gameId, bets: [{ type, drawno, quantity }] }
      return (await api.call(liveApi.createBet, player, { body })).data
    }, patience)
  return { superadmin, branch, admin, player, bet, live }
}
