import type { SettleDetails, SettleRequest } from '@cascade/contracts/accounts'
import { DrawSettled } from '@cascade/contracts/live'
import { parseResult, winningLegs } from '@cascade/draw-rules'
import { businessDay, type NewEvent, newEvent, type Tx } from '@cascade/service-kit'
import type { z } from 'zod'
import type { BaseDeps } from '../base-deps'
import type { BookedPosting } from '../ledger/client'
import { deriveId, systemActor } from '../ledger/ids'
import { claimedUpToWin, payableOf, playerDayOf, type Ticket } from '../records/ticket'
import { beginRecoveries } from './begin-payments'
import { autoClaimMs } from './payable-store'
import type { PaymentRow } from './payment-store'
import { postPayments } from './payments'
import type { PayoutRun } from './payout-run-store'
import { type SettledChunk, settleChunk, type Winning } from './settle-chunk'

const chunksPerCall = 8

/** @param onPaid called with the pool balance after each booking */
type PayoutContext = { deps: BaseDeps; onPaid: (run: PayoutRun, booked: BookedPosting) => void }
/** `tickets`: those the result may affect, before the change. */
type Chunk = SettledChunk & { chunk: number; tickets: readonly Ticket[] }

/** Pays one version of a draw's result from its first open chunk. Every step is idempotent. */
export async function settleDraw(context: PayoutContext, runId: string, signal: AbortSignal): Promise<void> {
  const { deps } = context
  // Reload: it may have been paid since it was listed.
  const run = await deps.payoutRuns.find(runId)
  if (run?.state !== 'open') return
  const rules = await deps.catalog.rules(run.gameId, run.gameVersion)
  const outcome = parseResult(rules, run.result)
  if (!outcome) throw new Error(`result of draw ${run.drawId} is unknown to its game`)
  const winning = { legs: winningLegs(rules, outcome), booster: run.booster, resultVersion: run.resultVersion }
  const read = (from: number) => readChunks(deps, run, from, winning)
  let nextChunks = read(run.next)
  for (let next = run.next; next < run.chunks; next += chunksPerCall) {
    const chunks = await nextChunks
    if (signal.aborted) return
    // Read the next chunks while these are paid. A failure surfaces in the next iteration.
    nextChunks = read(next + chunksPerCall)
    nextChunks.catch(() => undefined)
    if (!(await pay(context, run, chunks, signal))) return
    const recoveries = await recordChunks(deps, run, chunks)
    // Stored beforehand: another instance continues if this one dies here.
    if (recoveries.length > 0) await postPayments(deps, recoveries, signal)
  }
}

async function readChunks({ tickets }: BaseDeps, run: PayoutRun, from: number, winning: Winning): Promise<Chunk[]> {
  const to = Math.min(from + chunksPerCall, run.chunks)
  if (from >= to) return []
  const chunks = { drawId: run.drawId, from, to }
  const isFirst = winning.resultVersion === 1
  const [touchedTickets, plays] = await Promise.all([
    tickets.findTouched(chunks, [...winning.legs.keys()], isFirst),
    isFirst ? tickets.sumPlays(chunks) : [],
  ])
  return Array.from({ length: to - from }, (_, index) => {
    const isOf = ({ chunk }: Pick<Ticket, 'chunk'>) => chunk === from + index
    const own = touchedTickets.filter(isOf)
    return { ...settleChunk(own, winning, plays.filter(isOf)), chunk: from + index, tickets: own }
  })
}

/** @returns false when aborted before the ledger answered */
async function pay(
  { deps, onPaid }: PayoutContext,
  run: PayoutRun,
  chunks: readonly Chunk[],
  signal: AbortSignal,
): Promise<boolean> {
  const requests = chunks.filter(({ changed }) => changed.length > 0).map(chunk => buildSettleRequest(run, chunk))
  const results = await deps.ledger.postAll(requests, signal)
  if (results?.some(({ outcome }) => outcome === 'parked')) {
    throw new Error(`payout of draw ${run.drawId} blocked by a dead-lettered payment`)
  }
  const rejected = results?.find(({ outcome }) => outcome === 'refused')
  if (rejected) throw new Error(`payout of draw ${run.drawId} rejected by the ledger: ${JSON.stringify(rejected)}`)
  for (const result of results ?? []) if (result.outcome === 'booked') onPaid(run, result)
  return results !== undefined
}

function buildSettleRequest(
  { drawId, adminId, gameId, resultVersion, correction }: PayoutRun,
  { chunk, amount, changed, tickets }: Chunk,
) {
  const details: SettleDetails = {
    draw: drawId,
    resultVersion,
    chunk,
    ...(correction && { correction: correction.facts }),
  }
  const request: z.input<typeof SettleRequest> = {
    kind: 'settle',
    id: deriveId('settle', drawId, resultVersion, chunk),
    by: correction?.by ?? systemActor,
    correlationId: drawId,
    adminId,
    gameId,
    amount: String(amount),
    wins: winChanges(tickets, changed),
    details,
  }
  return request
}

function winChanges(before: readonly Ticket[], after: readonly Ticket[]): [string, string][] {
  const wins = new Map(before.map(({ _id, win }) => [_id, win]))
  return after.map(({ _id, win }) => [_id, String(win - (wins.get(_id) ?? 0n))])
}

/**
 * Commits tickets, unclaimed wins, progress of the run and events of these chunks. Losing tickets are not written.
 * @returns recoveries to post
 */
async function recordChunks(deps: BaseDeps, run: PayoutRun, chunks: readonly Chunk[]): Promise<PaymentRow[]> {
  const { drawId, resultVersion, correction } = run
  const now = new Date(deps.clock.now())
  const dueAt = new Date(now.getTime() + autoClaimMs)
  const next = (chunks.at(-1)?.chunk ?? run.chunks) + 1
  const isFirst = resultVersion === 1
  return deps.transaction(async tx => {
    await deps.payoutRuns.advance({ ...run, next: chunks[0]?.chunk ?? next }, next, tx)
    const wins = new Map(chunks.flatMap(({ changed }) => changed.map(({ _id, win }) => [_id, win])))
    // A new win cannot have been claimed yet; a corrected one may have been since it was read.
    const before = isFirst
      ? chunks.flatMap(({ tickets }) => tickets.filter(({ _id }) => wins.has(_id)))
      : await deps.tickets.findByIds([...wins.keys()], tx)
    const settled = before.map(ticket => ({ ...ticket, win: wins.get(ticket._id) ?? ticket.win }))
    await deps.tickets.setWins(settled, tx)
    if (isFirst) await deps.payables.insertWins(settled, dueAt, tx)
    else await syncPayables(deps, settled, { dueAt, now, correction }, tx)
    const recoveries = isFirst ? [] : await beginCorrectionRecoveries(deps, run, settled, tx)
    await deps.draws.markSettled(drawId, next, next === run.chunks, tx)
    const figures = addClaimChanges(chunks, before, settled)
    const events = await buildEvents(deps, run, { chunks: figures, day: businessDay(now, deps.zone) }, tx)
    if (isFirst && next === run.chunks) events.push(...(await deps.busy.settled(run, tx)))
    await deps.writeEvents(events, tx)
    return recoveries
  })
}

type PayableInput = { dueAt: Date; now: Date; correction: PayoutRun['correction'] }

/** A deleted player claims nothing: what a correction adds is claimed for the heir at once. */
async function syncPayables(
  { accounts, payables }: BaseDeps,
  settled: readonly Ticket[],
  { dueAt, now, correction }: PayableInput,
  tx: Tx,
) {
  const heirs = await accounts.findHeirs(
    settled.map(({ playerId }) => playerId),
    tx,
  )
  const isInherited = ({ playerId }: Ticket) => heirs.has(playerId)
  await payables.sync(settled.filter(isInherited), now, tx, correction)
  await payables.sync(
    settled.filter(ticket => !isInherited(ticket)),
    dueAt,
    tx,
    correction,
  )
}

type ChunkFigures = Pick<Chunk, 'chunk' | 'players'>
type Settlement = { chunks: readonly ChunkFigures[]; day: string }

async function buildEvents(
  { accounts }: BaseDeps,
  run: PayoutRun,
  { chunks, day }: Settlement,
  tx: Tx,
): Promise<NewEvent[]> {
  const { drawId, adminId, gameId, resultVersion, drawAt, result, booster } = run
  const about = { drawId, adminId, gameId, resultVersion, drawAt: drawAt.toISOString(), result, booster, day }
  // Fixed at settlement, so that later commission changes or rebuilds do not alter the earnings.
  const rates = await accounts.findRates(
    chunks.flatMap(({ players }) => players),
    tx,
  )
  return chunks.map(({ chunk, players }) => {
    const earning = players.map(player => ({ ...player, rates: rates(player) }))
    return newEvent(DrawSettled, { ...about, chunk, players: earning }, { requestId: drawId })
  })
}

/** A correction changes the claimed amounts together with the wins, whether the debt is paid or not. */
function addClaimChanges(
  chunks: readonly Chunk[],
  before: readonly Ticket[],
  after: readonly Ticket[],
): ChunkFigures[] {
  const changes = new Map<string, bigint>()
  const keyOf = (chunk: number, playerDay: string) => `${chunk}|${playerDay}`
  after.forEach((ticket, index) => {
    const change = claimedUpToWin(ticket) - claimedUpToWin(before[index] ?? ticket)
    const key = keyOf(ticket.chunk, ticket.playerDay)
    changes.set(key, (changes.get(key) ?? 0n) + change)
  })
  const withClaim = (chunk: number, player: Chunk['players'][number]) => {
    const change = changes.get(keyOf(chunk, playerDayOf(player.id, player.stakeDay))) ?? 0n
    return change === 0n ? player : { ...player, claim: String(change) }
  }
  return chunks.map(({ chunk, players }) => ({ chunk, players: players.map(player => withClaim(chunk, player)) }))
}

/** Recovers overpaid wins from the wallets at once, as far as they are still there. */
async function beginCorrectionRecoveries(
  deps: BaseDeps,
  { _id, drawId }: PayoutRun,
  settled: readonly Ticket[],
  tx: Tx,
) {
  const debts = await deps.payables.findDebtsOn(
    settled.filter(ticket => payableOf(ticket).debt > 0n).map(ticket => ticket._id),
    tx,
  )
  const recoveries = await beginRecoveries(deps, debts, { by: systemActor, takeId: _id, requestId: drawId }, tx)
  if (recoveries.length > 0) await deps.payments.insert(recoveries, tx)
  return recoveries
}
