import { toPoints } from '@cascade/contracts'
import type { DrawTicketsQuery } from '@cascade/contracts/live'
import { type Ask, notFound, requirePermission } from '@cascade/service-kit'
import type { z } from 'zod'
import type { LiveDeps } from '../deps'
import { parseDrawId } from '../draws/draw-id'
import { findKnownPair } from '../live/live-pairs'
import { chunkSize } from '../tickets/ticket'
import { namesOf } from './read-draw'

const defaultSize = 10
type Input = { drawId: string; query: z.output<typeof DrawTicketsQuery> }

/** A page of a draw's tickets in the order in which they were booked; without a page, the first chunk of them. */
export async function listDrawTickets(deps: LiveDeps, { ctx, input }: Ask<Input>) {
  requirePermission(ctx, 'live.control')
  const named = parseDrawId(input.drawId)
  if (!named) throw notFound()
  await findKnownPair(deps, ctx.actor, named.adminId, named.gameId)
  const { page, size } = input.query
  const isWhole = page === undefined && size === undefined
  const count = isWhole ? chunkSize : (size ?? defaultSize)
  const from = ((page ?? 1) - 1) * count
  const [first, last] = [Math.floor(from / chunkSize), Math.floor((from + count - 1) / chunkSize)]
  const [row, ...chunks] = await Promise.all([
    deps.draws.find(input.drawId),
    deps.tickets.ofChunk(input.drawId, first),
    ...(last > first ? [deps.tickets.ofChunk(input.drawId, last)] : []),
  ])
  const found = chunks.flat().filter(({ place }) => place >= from && place < from + count)
  const data = found.map(({ _id, playerId, username, at, stake, win, lines }) => ({
    ...{ ticketId: _id, playerId, username, at: at.toISOString(), stake: toPoints(stake), win: toPoints(win) },
    lines: lines.map(({ leg, quantity }) => ({ ...namesOf(leg), quantity })),
  }))
  return { data, total: row?.tickets ?? 0 }
}
