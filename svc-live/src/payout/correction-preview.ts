import { toPoints } from '@cascade/contracts'
import { type CorrectionPreview, type CorrectionQuery, liveTexts, parseDrawId } from '@cascade/contracts/live'
import { type Game, type Outcome, winningLegs } from '@cascade/draw-rules'
import { type Actor, type Call, conflict, notFound, requirePermission } from '@cascade/service-kit'
import type { z } from 'zod'
import type { BaseDeps } from '../base-deps'
import type { Heir } from '../betting/accounts'
import { findOffering, type LiveOffering } from '../catalog/catalog'
import { offeringKey } from '../catalog/offering'
import { parseOutcome } from '../catalog/parse-outcome'
import type { LiveDeps } from '../deps'
import type { RecordRow } from '../records/record-store'
import { chunkSize } from '../records/ticket'
import { settleChunk, type Winning } from './settle-chunk'

const playersMax = 200

export async function previewCorrection(deps: LiveDeps, { ctx, input }: Call<z.output<typeof CorrectionQuery>>) {
  requirePermission(ctx, 'live.control')
  const draw = await findFinishedDraw(deps, ctx.actor, input.drawId)
  const { record } = draw.newest.sealed
  const outcome = parseOutcome(draw.rules, input)
  const { changes, before, after } = await computeChanges(deps, draw, { outcome, booster: input.boosterValue })
  const balance = (await deps.totals.readBalances([record])).get(offeringKey(record)) ?? 0n
  const data: CorrectionPreview = {
    drawId: input.drawId,
    from: record.result,
    to: outcome.text,
    before: toPoints(before),
    after: toPoints(after),
    gameBalance: toPoints(balance),
    gameBalanceAfter: toPoints(balance - (after - before)),
    playerCount: changes.length,
    players: changes.slice(0, playersMax).map(change => ({
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

export type PlayerChange = {
  playerId: string
  username: string
  before: bigint
  after: bigint
  heir?: Heir | undefined
}

type Correction = { outcome: Outcome; booster: number }

/** Effect of another result on each player, computed like settlement; largest changes first. */
export async function computeChanges(
  deps: Pick<BaseDeps, 'accounts' | 'tickets'>,
  { newest, rules }: Pick<FinishedDraw, 'newest' | 'rules'>,
  { outcome, booster }: Correction,
): Promise<{ changes: PlayerChange[]; before: bigint; after: bigint }> {
  const resultVersion = newest.sealed.record.resultVersion + 1
  const winning: Winning = { legs: winningLegs(rules, outcome), booster, resultVersion }
  const players = new Map<string, PlayerChange>()
  let before = 0n
  let after = 0n
  for (let chunk = 0; chunk * chunkSize < newest.tickets; chunk++) {
    const found = await deps.tickets.readChunk(newest.drawId, chunk)
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
  const heirs = await deps.accounts.findHeirs(changes.map(({ playerId }) => playerId))
  return { changes: changes.map(change => ({ ...change, heir: heirs.get(change.playerId) })), before, after }
}

export type FinishedDraw = {
  offering: LiveOffering
  records: readonly RecordRow[]
  number: number
  newest: RecordRow
  rules: Game
}

/**
 * A finished draw in the actor's scope.
 * @throws AppError NOT_FOUND, or CONFLICT when it is not drawn yet
 */
export async function findFinishedDraw(deps: LiveDeps, actor: Actor, drawId: string): Promise<FinishedDraw> {
  const parsed = parseDrawId(drawId)
  if (!parsed) throw notFound()
  const offering = await findOffering(deps, actor, parsed.adminId, parsed.gameId)
  const records = await deps.records.findByDraw(drawId)
  const newest = records.at(-1)
  if (!newest) throw conflict(liveTexts.notDrawn)
  const rules = await deps.catalog.rules(parsed.gameId, newest.sealed.record.gameVersion)
  return { offering, records, number: records[0]?.sequence ?? newest.sequence, newest, rules }
}
