import { toPoints } from '@cascade/contracts'
import type { CorrectionPreview, CorrectionQuery } from '@cascade/contracts/live'
import { winningLegs } from '@cascade/draw-rules'
import { type Ask, requirePermission } from '@cascade/service-kit'
import type { z } from 'zod'
import type { LiveDeps } from '../deps'
import { choiceOf } from '../draws/add-result'
import { findDrawn } from '../draws/correct-result'
import { chunkSize } from '../draws/ticket'
import { pairKey } from '../pair'
import { settleChunk, type Winning } from './settle'

const mostPlayers = 200

type Change = { playerId: string; username: string; before: bigint; after: bigint }

/** What a correction would do to each player, worked out as settlement would. */
export async function previewCorrection(deps: LiveDeps, { ctx, input }: Ask<z.output<typeof CorrectionQuery>>) {
  requirePermission(ctx, 'live.control')
  const { newest, rules } = await findDrawn(deps, ctx.actor, input.drawId)
  const { record } = newest.sealed
  const outcome = choiceOf(rules, input)
  const winning = {
    legs: winningLegs(rules, outcome),
    booster: input.boosterValue,
    resultVersion: record.resultVersion + 1,
  }
  const { changes, before, after } = await changesOf(deps, input.drawId, newest.tickets, winning)
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
    })),
  }
  return { data }
}

async function changesOf(deps: LiveDeps, drawId: string, tickets: number, winning: Winning) {
  const players = new Map<string, Change>()
  let before = 0n
  let after = 0n
  for (let chunk = 0; chunk * chunkSize < tickets; chunk++) {
    const found = await deps.tickets.ofChunk(drawId, chunk)
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
  const size = ({ before: was, after: is }: Change) => (is > was ? is - was : was - is)
  const changes = [...players.values()].filter(change => size(change) > 0n).sort((a, b) => (size(a) < size(b) ? 1 : -1))
  return { changes, before, after }
}
