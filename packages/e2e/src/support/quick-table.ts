import { accountApi } from '@cascade/contracts/accounts'
import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import { masterDescription } from '@cascade/draw-rules/master'
import { makeQuickGame } from './quick-game'
import { api, newSuperadmin } from './suite'
import { createBranch, fund } from './world'

/** A branch whose admin offers one quick game of digits only, and whose player has points. */
export async function makeQuickTable(name: string, points: number) {
  const superadmin = await newSuperadmin()
  const branch = await createBranch(api, superadmin)
  const digits = masterDescription(gameCodes.funTarget) as GameDescription
  const { _id, gameId } = await makeQuickGame(api, superadmin, name, digits)
  const body = { games: [_id] } as never
  await api.call(accountApi.admin.update, superadmin, { params: { id: branch.admin._id }, body })
  await fund(api, superadmin, 'player', branch.player._id, points)
  const [admin, player] = await Promise.all([branch.admin, branch.player].map(({ username }) => api.login(username)))
  if (!admin || !player) throw new Error('Both have signed in.')
  return { superadmin, branch, admin, player, gameId }
}
