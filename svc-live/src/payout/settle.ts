import type { SettleDetails, SettleRequest } from '@cascade/contracts/accounts'
import { DrawSettled } from '@cascade/contracts/live'
import { parseResult, type WinningLegs, winningLegs, winnings } from '@cascade/draw-rules'
import { businessDay, newEvent, ratesOf, type Tx } from '@cascade/service-kit'
import type { z } from 'zod'
import type { BaseDeps } from '../deps'
import type { JobRow } from '../draws/job-store'
import { countedClaim, dueOf, playerDayOf, type Ticket } from '../draws/ticket'
import { type Booked, derivedId, systemActor } from '../ledger-client'
import { autoClaimMs } from './due-store'
import type { PaymentRow } from './payment-store'
import { beginRecoveries, postPayments } from './payments'

/** Chunks whose wins are booked by one call. */
const chunksAtOnce = 8

/** @param onPaid is told what each booking left in the pool */
type Settling = { deps: BaseDeps; onPaid: (job: JobRow, booked: Booked) => void }
type Chunk = SettledChunk & { chunk: number; tickets: readonly Ticket[] }

/** Pays what is open of one version of a draw's result, from where it stands. Repeating any step pays nothing twice. */
export async function settleDraw(parts: Settling, job: JobRow, signal: AbortSignal): Promise<void> {
  const { deps } = parts
  const rules = await deps.catalogue.rules(job.gameId, job.gameVersion)
  const outcome = parseResult(rules, job.result)
  if (!outcome) throw new Error(`Draw ${job.drawId} has a result that its game does not know.`)
  const winning = { legs: winningLegs(rules, outcome), booster: job.booster, resultVersion: job.resultVersion }
  for (let next = job.next; next < job.chunks; next += chunksAtOnce) {
    if (signal.aborted) return
    const chunks = await readChunks(deps, job, next, winning)
    if (!(await pay(parts, job, chunks, signal))) return
    for (const chunk of chunks) {
      const recoveries = await mark(deps, job, chunk)
      // Written down before: should this instance end here, another one asks for them.
      if (recoveries.length > 0) await postPayments(deps, recoveries, signal)
    }
  }
}

async function readChunks({ tickets }: BaseDeps, job: JobRow, from: number, winning: Winning): Promise<Chunk[]> {
  const count = Math.min(chunksAtOnce, job.chunks - from)
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const chunk = from + index
      const found = await tickets.ofChunk(job.drawId, chunk)
      return { ...settleChunk(found, winning), chunk, tickets: found }
    }),
  )
}

/** @returns false when it was told to stop before the ledger had answered */
async function pay(
  { deps, onPaid }: Settling,
  job: JobRow,
  chunks: readonly Chunk[],
  signal: AbortSignal,
): Promise<boolean> {
  const requests = chunks.filter(({ changed }) => changed.length > 0).map(chunk => requestOf(job, chunk))
  const results = await deps.ledger.postAll(requests, signal)
  if (results?.some(({ outcome }) => outcome === 'aside')) {
    throw new Error(`A payment of draw ${job.drawId} lies aside: the rest of the draw waits for it.`)
  }
  const refused = results?.find(({ outcome }) => outcome === 'refused')
  if (refused) throw new Error(`The ledger refuses to pay draw ${job.drawId}: ${JSON.stringify(refused)}`)
  for (const result of results ?? []) if (result.outcome === 'booked') onPaid(job, result)
  return results !== undefined
}

function requestOf(
  { drawId, adminId, gameId, resultVersion, correction }: JobRow,
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
    id: derivedId('settle', drawId, resultVersion, chunk),
    by: correction?.by ?? systemActor,
    correlationId: drawId,
    adminId,
    gameId,
    amount: String(amount),
    wins: changesOf(tickets, changed),
    details,
  }
  return request
}

/** By how much the win of each ticket changes. */
function changesOf(before: readonly Ticket[], after: readonly Ticket[]): [string, string][] {
  const wins = new Map(before.map(({ _id, win }) => [_id, win]))
  return after.map(({ _id, win }) => [_id, String(win - (wins.get(_id) ?? 0n))])
}

/**
 * Tickets, unclaimed wins, the job's place and the event: one commit. Losing tickets are not written again.
 * @returns what is to be taken back from players
 */
async function mark(deps: BaseDeps, job: JobRow, { chunk, changed, players }: Chunk): Promise<PaymentRow[]> {
  const { drawId, adminId, gameId, resultVersion, drawAt, result, booster } = job
  const now = new Date(deps.clock.now())
  const isLast = chunk + 1 === job.chunks
  return deps.transaction(async tx => {
    await deps.jobs.advance({ ...job, next: chunk }, tx)
    // As they are now: a claim may have been booked since they were read.
    const fresh = await deps.tickets.byIds(
      changed.map(({ _id }) => _id),
      tx,
    )
    const wins = new Map(changed.map(({ _id, win }) => [_id, win]))
    const settled = fresh.map(ticket => ({ ...ticket, win: wins.get(ticket._id) ?? ticket.win }))
    await deps.tickets.update(
      settled.map(({ _id, win, claimed, claimedAt }) => ({ _id, win, claimed, claimedAt })),
      tx,
    )
    await deps.dues.put(settled, new Date(now.getTime() + autoClaimMs), tx, job.correction)
    const recoveries = resultVersion > 1 ? await recover(deps, job, settled, tx) : []
    await deps.draws.markChunkSettled(drawId, chunk, isLast, tx)
    // Told with the play, so that it earns the same when a commission is changed later or a report is built anew.
    const rates = await ratesOf(deps.db, players, tx)
    const settlement = {
      drawId,
      adminId,
      gameId,
      resultVersion,
      drawAt: drawAt.toISOString(),
      result,
      booster,
      chunk,
      day: businessDay(now, deps.zone),
      players: withClaims(players, fresh, settled).map(player => ({ ...player, rates: rates(player) })),
    }
    const events = [newEvent(DrawSettled, settlement, { requestId: drawId })]
    if (isLast && resultVersion === 1) events.push(...(await deps.busy.settled(job, tx)))
    await deps.writeEvents(events, tx)
    return recoveries
  })
}

/** A correction changes what of the claims stands, at once with the wins: paid back or not, it counts no more. */
function withClaims(players: Chunk['players'], before: readonly Ticket[], after: readonly Ticket[]): Chunk['players'] {
  const changes = new Map<string, bigint>()
  after.forEach((ticket, index) => {
    const change = countedClaim(ticket) - countedClaim(before[index] ?? ticket)
    changes.set(ticket.playerDay, (changes.get(ticket.playerDay) ?? 0n) + change)
  })
  return players.map(player => {
    const change = changes.get(playerDayOf(player.id, player.stakeDay)) ?? 0n
    return change === 0n ? player : { ...player, claim: String(change) }
  })
}

/** What a correction gave too much is taken back from the wallets at once, as far as it is still there. */
async function recover(deps: BaseDeps, { _id, drawId }: JobRow, settled: readonly Ticket[], tx: Tx) {
  const debts = await deps.dues.debtsOn(
    settled.filter(ticket => dueOf(ticket).owed > 0n).map(ticket => ticket._id),
    tx,
  )
  const recoveries = await beginRecoveries(deps, debts, { by: systemActor, takeId: _id, requestId: drawId }, tx)
  if (recoveries.length > 0) await deps.payments.insert(recoveries, tx)
  return recoveries
}

/** A result as settlement needs it: the legs that win, and the booster. */
export type Winning = { legs: WinningLegs; booster: number; resultVersion: number }

type SettledChunk = {
  /** Hundredths from the pool to the wins, back where negative: of a correction only the differences. */
  amount: bigint
  /** Tickets whose win is another than before, with the new one. */
  changed: Ticket[]
  players: DrawSettled['data']['players']
}

/** What a result means for a chunk of its draw's tickets. Pure, so that it can be asked again after any crash. */
export function settleChunk(tickets: readonly Ticket[], { legs, booster, resultVersion }: Winning): SettledChunk {
  const settled = tickets.map(ticket => ({
    before: ticket.win,
    ticket: { ...ticket, win: winnings(ticket.lines, legs, booster) },
  }))
  const changes = settled.filter(({ before, ticket }) => ticket.win !== before)
  return {
    amount: changes.reduce((sum, { before, ticket }) => sum + ticket.win - before, 0n),
    changed: changes.map(({ ticket }) => ticket),
    players: resultVersion === 1 ? firstFigures(settled) : differences(changes),
  }
}

type SettledTicket = { before: bigint; ticket: Ticket }
type Figures = { ticket: Ticket; tickets: number; play: bigint; win: bigint }

const firstFigures = (settled: readonly SettledTicket[]) =>
  byPlayer(settled, ({ ticket }) => ({ tickets: 1, play: ticket.stake, win: ticket.win }))

const differences = (changes: readonly SettledTicket[]) =>
  byPlayer(changes, ({ before, ticket }) => ({ tickets: 0, play: 0n, win: ticket.win - before }))

function byPlayer(settled: readonly SettledTicket[], figuresOf: (each: SettledTicket) => Omit<Figures, 'ticket'>) {
  const players = new Map<string, Figures>()
  for (const each of settled) {
    const { tickets, play, win } = figuresOf(each)
    const sum = players.get(each.ticket.playerDay) ?? { ticket: each.ticket, tickets: 0, play: 0n, win: 0n }
    sum.tickets += tickets
    sum.play += play
    sum.win += win
    players.set(each.ticket.playerDay, sum)
  }
  return Array.from(players.values(), ({ ticket, tickets, play, win }) => ({
    id: ticket.playerId,
    username: ticket.username,
    ancestry: ticket.ancestry,
    stakeDay: ticket.day,
    tickets,
    play: String(play),
    win: String(win),
  }))
}
