import { toPoints } from '@cascade/contracts'
import { type CorrectionPreview, type CorrectionQuery, liveTexts } from '@cascade/contracts/live'
import { type Game, type Outcome, winningLegs } from '@cascade/draw-rules'
import { type Actor, type Ask, conflict, notFound, requirePermission } from '@cascade/service-kit'
import type { z } from 'zod'
import type { Heir } from '../betting/accounts'
import { pairKey, parseDrawId } from '../catalog/offering'
import { findKnownPair, type LivePair } from '../catalog/offerings'
import { choiceOf } from '../catalog/parse-outcome'
import type { BaseDeps, LiveDeps } from '../deps'
import type { RecordRow } from '../records/record-store'
import { chunkSize } from '../records/ticket'
import { settleChunk, type Winning } from './settle'

const mostPlayers = 200

/** What a correction would do to each player, before it is saved. */
export async function previewCorrection(deps: LiveDeps, { ctx, input }: Ask<z.output<typeof CorrectionQuery>>) {
  requirePermission(ctx, 'live.control')
  const drawn = await findDrawn(deps, ctx.actor, input.drawId)
  const { record } = drawn.newest.sealed
  const outcome = choiceOf(drawn.rules, input)
  const { changes, before, after } = await correctionChanges(deps, drawn, { outcome, booster: input.boosterValue })
  const balance = (await deps.totals.balances([record])).get(pairKey(record)) ?? 0n
  const data: CorrectionPreview = {
    drawId: input.drawId,
    from: record.result,
    to: outcome.text,
    before: toPoints(before),
    after: toPoints(after),
    gameBalance: toPoints(balance),
    gameBalanceAfter: toPoints(balance - (after - before)),
    playerCount: changes.length,
    players: changes.slice(0, mostPlayers).map(change => ({
      playerId: change.playerId,
      username: change.username,
      before: toPoints(change.before),
      after: toPoints(change.after),
      difference: toPoints(change.after - change.before),
      heir: change.after > change.before ? change.heir : undefined,
    })),
  }
  return { data }
}

/** What a correction does to one player, in hundredths. */
export type PlayerChange = {
  playerId: string
  username: string
  before: bigint
  after: bigint
  /** Who is paid what it adds, where the player is deleted. */
  heir?: Heir | undefined
}

type Correction = { outcome: Outcome; booster: number }

/** What another result would do to each player, worked out as settlement would; the largest changes first. */
export async function correctionChanges(
  deps: Pick<BaseDeps, 'accounts' | 'tickets'>,
  { newest, rules }: Pick<Drawn, 'newest' | 'rules'>,
  { outcome, booster }: Correction,
): Promise<{ changes: PlayerChange[]; before: bigint; after: bigint }> {
  const resultVersion = newest.sealed.record.resultVersion + 1
  const winning: Winning = { legs: winningLegs(rules, outcome), booster, resultVersion }
  const players = new Map<string, PlayerChange>()
  let before = 0n
  let after = 0n
  for (let chunk = 0; chunk * chunkSize < newest.tickets; chunk++) {
    const found = await deps.tickets.ofChunk(newest.drawId, chunk)
    const wins = new Map(settleChunk(found, winning).changed.map(ticket => [ticket._id, ticket.win]))
    for (const { _id, playerId, username, win } of found) {
      const next = wins.get(_id) ?? win
      before += win
      after += next
      const change = players.get(playerId) ?? { playerId, username, before: 0n, after: 0n }
      change.before += win
      change.after += next
      players.set(playerId, change)
    }
  }
  const size = (change: PlayerChange) =>
    change.after > change.before ? change.after - change.before : change.before - change.after
  const changes = [...players.values()].filter(change => size(change) > 0n).sort((a, b) => (size(a) < size(b) ? 1 : -1))
  const heirs = await deps.accounts.heirsOf(changes.map(({ playerId }) => playerId))
  return { changes: changes.map(change => ({ ...change, heir: heirs.get(change.playerId) })), before, after }
}

export type Drawn = { pair: LivePair; records: readonly RecordRow[]; number: number; newest: RecordRow; rules: Game }

/**
 * A draw of the actor's scope that has a result.
 * @throws AppError NOT_FOUND, CONFLICT when it is not drawn yet
 */
export async function findDrawn(deps: LiveDeps, actor: Actor, drawId: string): Promise<Drawn> {
  const named = parseDrawId(drawId)
  if (!named) throw notFound()
  const pair = await findKnownPair(deps, actor, named.adminId, named.gameId)
  const records = await deps.records.ofDraw(drawId)
  const newest = records.at(-1)
  if (!newest) throw conflict(liveTexts.notDrawn)
  const rules = await deps.catalogue.rules(named.gameId, newest.sealed.record.gameVersion)
  return { pair, records, number: records[0]?.sequence ?? newest.sequence, newest, rules }
}
