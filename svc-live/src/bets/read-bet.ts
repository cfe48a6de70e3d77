import { playsGame } from '@cascade/contracts/games'
import { betTexts, type CreateBet } from '@cascade/contracts/live'
import { type Game, readBets, type TicketLine } from '@cascade/draw-rules'
import { type AccountRow, AppError, invalid, notFound } from '@cascade/service-kit'
import type { BaseDeps } from '../deps'
import type { Pair } from '../draws/draw-id'

/** Room for the rest of what a ticket carries through the ledger. */
const linesMaxBytes = 7_500

/**
 * The game below the player's own admin.
 * @throws AppError NOT_FOUND, the same for every reason why it cannot be played.
 */
export async function findTable(deps: Pick<BaseDeps, 'accounts' | 'catalogue'>, playerId: string, gameId: string) {
  const player = await deps.accounts.recent(playerId)
  const admin = await adminOf(deps, player)
  const found = deps.catalogue.findActive(gameId)
  if (!player || player.deleted || player.role !== 'player' || !admin || !found || !playsGame(admin, found.game)) {
    throw notFound()
  }
  const pair: Pair = { adminId: admin._id, gameId }
  return { player, pair }
}

async function adminOf({ accounts }: Pick<BaseDeps, 'accounts'>, player: AccountRow | null) {
  const adminId = player?.ancestry.admin
  const admin = adminId ? await accounts.recent(adminId) : null
  return admin?.deleted ? null : admin
}

/** @throws AppError VALIDATION that names the bets which the game does not take. */
export function readTicket(rules: Game, { bets }: CreateBet): { lines: readonly TicketLine[]; stake: bigint } {
  const read = readBets(rules, bets)
  if (!read.ok) {
    throw new AppError('VALIDATION', Object.values(read.errors)[0] ?? betTexts.none, { errors: { ...read.errors } })
  }
  const bytes = read.lines.reduce((sum, { leg, quantity }) => sum + leg.length + String(quantity).length + 6, 0)
  if (bytes > linesMaxBytes) throw invalid(betTexts.tooLong, 'bets')
  return { lines: read.lines, stake: read.stake }
}
