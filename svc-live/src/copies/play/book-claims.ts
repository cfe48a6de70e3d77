import { TicketClaimed } from '@cascade/contracts/live'
import { type NewEvent, newEvent, type Tx } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import { createDueStore } from '../../dues/due-store'
import { createPaymentStore } from '../../dues/payment-store'
import { systemActor } from '../../ledger/system-actor'
import { beginRecoveries } from '../../payments/begin-payments'
import type { Ticket } from '../../tickets/ticket'
import { createTicketStore } from '../../tickets/ticket-store'
import type { Claim, Recovery } from './batch'

/** Notes what the ledger brought to wallets, and what it took back from them. @returns what is told. */
export async function bookClaims(db: Db, claims: readonly Claim[], recoveries: readonly Recovery[], tx: Tx) {
  const changes = [...claims.flatMap(claimedOf), ...recoveries.map(recoveredOf)]
  if (changes.length === 0) return []
  const tickets = createTicketStore(db)
  const found = await tickets.byIds([...new Set(changes.map(change => change.ticketId))], tx)
  const byId = new Map(found.map(ticket => [ticket._id, { ...ticket }]))
  for (const { ticketId, amount, at } of changes) {
    const ticket = byId.get(ticketId)
    if (ticket) change(ticket, amount, at)
  }
  const changed = [...byId.values()]
  await tickets.update(
    changed.map(({ _id, win, claimed, claimedAt }) => ({ _id, win, claimed, claimedAt })),
    tx,
  )
  await release(db, claims, recoveries, tx)
  await createDueStore(db).put(changed, new Date(0), tx)
  await takeBackCorrected(db, claims, tx)
  return claims.map(toldOf)
}

type Change = { ticketId: string; amount: bigint; at: Date }

const claimedOf = ({ details, at }: Claim): Change[] =>
  details.tickets.map(([ticketId, amount]) => ({ ticketId, amount: BigInt(amount), at }))

const recoveredOf = ({ details, amount, at }: Recovery): Change => ({
  ticketId: details.ticket,
  amount: -BigInt(amount),
  at,
})

function change(ticket: Ticket, amount: bigint, at: Date) {
  ticket.claimed += amount
  ticket.claimedAt = ticket.claimed > 0n && ticket.claimed >= ticket.win ? at : null
}

/** Before dues are put in line: a win that is claimed in full loses its row, and one in part may be claimed again. */
async function release(db: Db, claims: readonly Claim[], recoveries: readonly Recovery[], tx: Tx) {
  const dues = createDueStore(db)
  const payments = createPaymentStore(db)
  for (const { transferId, details } of claims) {
    await dues.releaseClaim(
      transferId,
      details.tickets.map(([ticketId]) => ticketId),
      undefined,
      tx,
    )
    await payments.end(transferId, 'booked', tx)
  }
  for (const { transferId, details } of recoveries) {
    await dues.releaseRecovery(transferId, details.ticket, tx)
    await payments.end(transferId, 'booked', tx)
  }
}

/**
 * A win that was corrected away while its claim was on its way here: the correction saw nothing to take back, so it is
 * taken back now. Whoever finishes open payments asks the ledger for it.
 */
async function takeBackCorrected(db: Db, claims: readonly Claim[], tx: Tx) {
  const dues = createDueStore(db)
  const debts = await dues.debtsOn(
    claims.flatMap(({ details }) => details.tickets.map(([ticketId]) => ticketId)),
    tx,
  )
  if (debts.length === 0) return
  const takeId = uuidv7()
  const deps = { dues, newId: uuidv7, clock: Date }
  const recoveries = await beginRecoveries(deps, debts, { by: systemActor, takeId, requestId: takeId }, tx)
  await createPaymentStore(db).insert(recoveries, tx)
}

function toldOf({ transferId, adminId, gameId, player, amount, bizDate, details }: Claim): NewEvent {
  const { tickets, isAutomatic } = details
  return newEvent(
    TicketClaimed,
    { claimId: transferId, adminId, gameId, player, amount, tickets: tickets.length, day: bizDate, isAutomatic },
    { requestId: transferId },
  )
}
