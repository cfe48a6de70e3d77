import { TicketClaimed } from '@cascade/contracts/live'
import { type NewEvent, newEvent, type Tx } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import { systemActor } from '../ledger/ids'
import { beginRecoveries } from '../payout/begin-payments'
import { createPayableStore } from '../payout/payable-store'
import { createPaymentStore } from '../payout/payment-store'
import { claimedUpToWin, type Ticket, withClaim } from '../records/ticket'
import { createTicketStore } from '../records/ticket-store'
import type { Claim, Recovery } from './play-batch'

/** Applies booked claims and recoveries to tickets, payables and payments. @returns the events to publish */
export async function projectClaims(db: Db, claims: readonly Claim[], recoveries: readonly Recovery[], tx: Tx) {
  const ticketIds = [...claims, ...recoveries].flatMap(changesOf).map(change => change.ticketId)
  if (ticketIds.length === 0) return []
  const tickets = createTicketStore(db)
  const found = await tickets.findByIds([...new Set(ticketIds)], tx)
  const byId = new Map(found.map(ticket => [ticket._id, ticket]))
  const events = [...claims, ...recoveries]
    .sort((a, b) => a.seq - b.seq)
    .flatMap(posting => applyPosting(posting, byId))
  const changed = [...byId.values()]
  await tickets.update(
    changed.map(({ _id, win, claimed, claimedAt, claims = [] }) => ({ _id, win, claimed, claimedAt, claims })),
    tx,
  )
  await releasePayments(db, claims, recoveries, tx)
  await createPayableStore(db).sync(changed, new Date(0), tx)
  await recoverCorrected(db, claims, tx)
  return events
}

type Change = { ticketId: string; amount: bigint }

const isClaim = (posting: Claim | Recovery): posting is Claim => 'tickets' in posting.details

const changesOf = (posting: Claim | Recovery): Change[] =>
  isClaim(posting)
    ? posting.details.tickets.map(([ticketId, amount]) => ({ ticketId, amount: BigInt(amount) }))
    : [{ ticketId: (posting as Recovery).details.ticket, amount: -BigInt(posting.amount) }]

/** Applies a posting to its tickets. @returns the event for reports, if any */
function applyPosting(posting: Claim | Recovery, tickets: Map<string, Ticket>): NewEvent[] {
  let counted = 0n
  for (const { ticketId, amount } of changesOf(posting)) {
    const ticket = tickets.get(ticketId)
    if (!ticket) continue
    const changed = withClaim(ticket, amount, posting.at)
    counted += claimedUpToWin(changed) - claimedUpToWin(ticket)
    tickets.set(ticketId, changed)
  }
  if (counted === 0n && (!isClaim(posting) || posting.amount === '0')) return []
  const { transferId, adminId, gameId, player, bizDate } = posting
  const { tickets: count, isAutomatic } = isClaim(posting)
    ? {
        tickets: changesOf(posting).filter(({ amount }) => amount > 0n).length,
        isAutomatic: posting.details.isAutomatic,
      }
    : { tickets: 0, isAutomatic: true }
  const about = { claimId: transferId, adminId, gameId, player, tickets: count, day: bizDate, isAutomatic }
  return [newEvent(TicketClaimed, { ...about, amount: String(counted) }, { requestId: transferId })]
}

/** The rest of a win whose claim was booked while a correction was being projected: its rows are a moment away. */
const reclaimAfterMs = 60_000

/** Runs before payables are synced: a fully claimed win loses its row, a partly claimed one may be claimed again. */
async function releasePayments(db: Db, claims: readonly Claim[], recoveries: readonly Recovery[], tx: Tx) {
  const payables = createPayableStore(db)
  const payments = createPaymentStore(db)
  for (const { transferId, details, at } of claims) {
    const ticketIds = details.tickets.map(([ticketId]) => ticketId)
    await payables.releaseClaim(transferId, ticketIds, new Date(at.getTime() + reclaimAfterMs), tx)
    await payments.end(transferId, tx)
  }
  for (const { transferId, details } of recoveries) {
    await payables.releaseRecovery(transferId, details.ticket, tx)
    await payments.end(transferId, tx)
  }
}

/**
 * Recovers wins that were corrected away while their claim was in flight: the correction found nothing to recover. The
 * payments loop posts them.
 */
async function recoverCorrected(db: Db, claims: readonly Claim[], tx: Tx) {
  const payables = createPayableStore(db)
  const debts = await payables.findDebtsOn(
    claims.flatMap(({ details }) => details.tickets.map(([ticketId]) => ticketId)),
    tx,
  )
  if (debts.length === 0) return
  const takeId = uuidv7()
  // The ledger's time of the last claim, so that every replica writes the same value.
  const at = Math.max(...claims.map(claim => claim.at.getTime()))
  const deps = { payables, clock: { now: () => at } }
  const recoveries = await beginRecoveries(deps, debts, { by: systemActor, takeId, requestId: takeId }, tx)
  await createPaymentStore(db).insert(recoveries, tx)
}
