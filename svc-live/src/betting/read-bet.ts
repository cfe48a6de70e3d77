import { playsGame } from '@cascade/contracts/games'
import { betTexts, type CreateBet } from '@cascade/contracts/live'
import { type Game, readBets, type TicketLine } from '@cascade/draw-rules'
import { AppError, invalid, notFound } from '@cascade/service-kit'
import type { Offering } from '../catalog/offering'
import type { BaseDeps } from '../deps'

/** Room for the rest of what a ticket carries through the ledger. */
const linesMaxBytes = 7_500

type PlayerDeps = Pick<BaseDeps, 'accounts' | 'catalog'>

/**
 * The game below the player's own admin.
 * @throws AppError NOT_FOUND, the same for every reason why it cannot be played.
 */
export async function findPlayableGame(deps: PlayerDeps, playerId: string, gameId: string) {
  const { player, admin } = await findPlayer(deps, playerId)
  const scheduled = deps.catalog.findActive(gameId)
  if (!scheduled || !playsGame(admin, scheduled.game)) throw notFound()
  const offering: Offering = { adminId: admin._id, gameId }
  return { player, offering, scheduled }
}

/** A player with the admin whose games are played. @throws AppError NOT_FOUND unless both are there */
export async function findPlayer({ accounts }: Pick<BaseDeps, 'accounts'>, playerId: string) {
  const player = await accounts.find(playerId)
  const adminId = player?.ancestry.admin
  const admin = adminId ? await accounts.find(adminId) : null
  if (!player || player.deleted || player.role !== 'player' || !admin || admin.deleted) throw notFound()
  return { player, admin }
}

/** @throws AppError VALIDATION that names the bets which the game does not take. */
export function parseTicket(rules: Game, { bets }: CreateBet): { lines: readonly TicketLine[]; stake: bigint } {
  const read = readBets(rules, bets)
  if (!read.ok) {
    throw new AppError('VALIDATION', Object.values(read.errors)[0] ?? betTexts.none, { errors: { ...read.errors } })
  }
  const bytes = read.lines.reduce((sum, { leg, quantity }) => sum + leg.length + String(quantity).length + 6, 0)
  if (bytes > linesMaxBytes) throw invalid(betTexts.tooLong, 'bets')
  return { lines: read.lines, stake: read.stake }
}
