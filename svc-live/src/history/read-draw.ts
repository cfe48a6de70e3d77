import { toPoints } from '@cascade/contracts'
import type { DrawDocument, DrawPage, PublicRecord } from '@cascade/contracts/live'
import { type Ask, notFound, requirePermission } from '@cascade/service-kit'
import type { z } from 'zod'
import type { LiveDeps } from '../deps'
import { parseDrawId } from '../draws/draw-id'
import { findKnownPair } from '../live/live-pairs'
import type { RecordRow } from '../records/record-store'

/** Everything about one draw. @throws AppError NOT_FOUND for one that never was, or is not the actor's */
export async function readDraw(deps: LiveDeps, { ctx, input }: Ask<{ drawId: string }>) {
  requirePermission(ctx, 'live.control')
  const named = parseDrawId(input.drawId)
  if (!named) throw notFound()
  const { admin, game } = await findKnownPair(deps, ctx.actor, named.adminId, named.gameId)
  const [row, records, keys, seeds] = await Promise.all([
    deps.draws.find(input.drawId),
    deps.records.ofDraw(input.drawId),
    deps.records.publishedKeys(),
    deps.shownChains(),
  ])
  if (!row && records.length === 0) throw notFound()
  const [wins, documents] = [await deps.tickets.winsOf(input.drawId), await documentsOf(deps, records)]
  const data: DrawPage = {
    ...{ drawId: input.drawId, adminId: admin._id, adminUsername: admin.username },
    ...{ gameId: game.gameId, gameName: game.gameName, drawAt: new Date(named.drawAtMs).toISOString() },
    ...{ state: row?.state ?? 'settled', tickets: row?.tickets ?? 0, stake: toPoints(row?.stake ?? 0n) },
    ...{ won: toPoints(wins.won), claimed: toPoints(wins.claimed) },
    legs: Object.entries(row?.stakes ?? {})
      .sort(([, a], [, b]) => (a < b ? 1 : -1))
      .map(([leg, stake]) => ({ ...namesOf(leg), stake: toPoints(stake) })),
    ...{ documents, previous: await previousOf(deps, records[0]), keys, seeds },
  }
  return { data }
}

/**
 * What anybody may read who knows the draw's id: nothing of the game's balance and percentage, and nobody's name. Records
 * of the first version have no part that could be left out, so only those above are given them.
 * @throws AppError NOT_FOUND before it is drawn
 */
export async function readRecord(deps: LiveDeps, { drawId }: { drawId: string }) {
  const [records, keys, seeds] = await Promise.all([
    deps.records.ofDraw(drawId),
    deps.records.publishedKeys(),
    deps.shownChains(),
  ])
  const open = (await documentsOf(deps, records)).flatMap(document =>
    document.record.format === 'cascade.draw.v1' ? [] : [{ ...document, confidential: undefined }],
  )
  if (open.length === 0) throw notFound()
  const data: z.output<typeof PublicRecord> = { documents: open as DrawDocument[], keys, seeds }
  return { data }
}

/** A leg's type of bet and what it is on. */
export function namesOf(leg: string): { type: string; drawno: string } {
  const divider = leg.indexOf(':')
  return { type: leg.slice(0, divider), drawno: leg.slice(divider + 1) }
}

async function documentsOf(deps: LiveDeps, records: readonly RecordRow[]): Promise<DrawDocument[]> {
  const digests = records.map(({ sealed }) => sealed.record.descriptionDigest)
  const descriptions = await deps.records.descriptionsOf([...new Set(digests)])
  return records.flatMap(({ sealed }) => {
    const description = descriptions.get(sealed.record.descriptionDigest)
    return description ? [{ ...sealed, description }] : []
  })
}

async function previousOf(deps: LiveDeps, first: RecordRow | undefined) {
  if (!first || first.sequence === 1) return null
  const [before] = await deps.records.ofChain(first.sealed.record, first.sequence - 1, first.sequence - 1)
  return before?.sealed ?? null
}
