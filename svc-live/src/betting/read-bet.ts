import { playsGame } from '@cascade/contracts/games'
import { betTexts, type CreateBet, type liveInternal } from '@cascade/contracts/live'
import { type Game, parseBets, type TicketLine } from '@cascade/draw-rules'
import { AppError, invalid, notFound } from '@cascade/service-kit'
import type { z } from 'zod'
import type { BaseDeps } from '../base-deps'
import type { Offering } from '../catalog/offering'

type PlaceBet = (typeof liveInternal)['placeBet']
export type BetCall = z.output<PlaceBet['body']>
export type BetAnswer = z.output<PlaceBet['response']>

/** Leaves room for the other fields of `StakeDetails`. */
const linesMaxBytes = 7_500

type PlayerDeps = Pick<BaseDeps, 'accounts' | 'catalog'>

/**
 * The game of the player's own admin.
 * @throws AppError NOT_FOUND, the same for every reason
 */
export async function findPlayableGame(deps: PlayerDeps, playerId: string, gameId: string) {
  const { player, admin } = await findPlayer(deps, playerId)
  const scheduled = deps.catalog.findActive(gameId)
  if (!scheduled || !playsGame(admin, scheduled.game)) throw new AppError('NOT_FOUND', betTexts.noGame)
  const offering: Offering = { adminId: admin._id, gameId }
  return { player, offering, scheduled }
}

/** A player and their admin. @throws AppError NOT_FOUND unless both exist */
export async function findPlayer({ accounts }: Pick<BaseDeps, 'accounts'>, playerId: string) {
  const player = await accounts.find(playerId)
  const adminId = player?.ancestry.admin
  const admin = adminId ? await accounts.find(adminId) : null
  if (!player || player.deleted || player.role !== 'player' || !admin || admin.deleted) throw notFound()
  return { player, admin }
}

/** @throws AppError VALIDATION naming the bets that the game does not accept */
export function parseTicket(rules: Game, { bets }: CreateBet): { lines: readonly TicketLine[]; stake: bigint } {
  const read = parseBets(rules, bets)
  if (!read.ok) {
    throw new AppError('VALIDATION', Object.values(read.errors)[0] ?? betTexts.none, { errors: { ...read.errors } })
  }
  const bytes = read.lines.reduce((sum, { leg, quantity }) => sum + leg.length + String(quantity).length + 6, 0)
  if (bytes > linesMaxBytes) throw invalid(betTexts.tooLong, 'bets')
  return { lines: read.lines, stake: read.stake }
}
