import type { OpenPlay } from '@cascade/contracts/live'
import { addDays, businessDay, busy } from '@cascade/service-kit'
import type { BaseDeps } from '../deps'
import { readToHead, systemActor } from '../ledger-client'
import { beginPayments, beginRecoveries, postPayments } from './payments'

const patienceMs = 5_000
const winsAtOnce = 1_000

/** What a player still has in play; with `claim` after everything that can be paid has been paid. */
export async function readOpenPlay(
  deps: BaseDeps,
  { playerId, claim }: { playerId: string; claim: boolean },
): Promise<OpenPlay> {
  const signal = AbortSignal.timeout(patienceMs)
  await readToHead(deps, signal)
  if (claim) {
    await claimAll(deps, playerId, signal)
    await recoverAll(deps, playerId, signal)
    await readToHead(deps, signal)
  }
  const [tickets, wins, owed] = await Promise.all([
    openTickets(deps, playerId),
    deps.dues.unclaimedSum(playerId, []),
    deps.dues.owedSum(playerId),
  ])
  return { tickets, wins: String(wins), owed: String(owed) }
}

const takingOf = (playerId: string, takeId: string) => ({ playerId, by: systemActor, takeId, requestId: takeId })

async function claimAll(deps: BaseDeps, playerId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const taking = { ...takingOf(playerId, deps.newId()), isAutomatic: true, limit: winsAtOnce }
    const payments = await beginPayments(deps, taking)
    if (payments.length === 0) return
    const results = await postPayments(deps, payments, signal)
    if (!results) throw busy()
    // A refused win is free again: asking once more would be refused once more.
    if (results.some(({ outcome }) => outcome === 'refused')) return
  }
}

async function recoverAll(deps: BaseDeps, playerId: string, signal: AbortSignal): Promise<void> {
  const recoveries = await deps.transaction(async tx => {
    const debts = (await deps.dues.debtsOf(playerId, tx)).filter(({ recoveryId }) => !recoveryId)
    const begun = await beginRecoveries(deps, debts, takingOf(playerId, deps.newId()), tx)
    if (begun.length > 0) await deps.payments.insert(begun, tx)
    return begun
  })
  if (recoveries.length > 0 && !(await postPayments(deps, recoveries, signal))) throw busy()
}

/** Read by the days since the oldest draw that is not settled: those of one player are few. */
async function openTickets(deps: BaseDeps, playerId: string): Promise<OpenPlay['tickets']> {
  const unsettled = await deps.draws.unsettled()
  const drawIds = new Set(unsettled.map(({ _id }) => _id))
  const oldestMs = Math.min(...unsettled.map(({ drawAt }) => drawAt.getTime()))
  if (drawIds.size === 0) return { count: 0, stake: '0' }
  // A draw may be bet on the day before its moment.
  const from = addDays(businessDay(new Date(oldestMs), deps.zone), -1)
  const days = (await deps.totals.daysOfPlayer(playerId)).map(({ day }) => day).filter(day => day >= from)
  const found = await deps.tickets.ofPlayer(playerId, [...new Set(days)])
  const open = found.filter(({ drawId }) => drawIds.has(drawId))
  return { count: open.length, stake: String(open.reduce((sum, { stake }) => sum + stake, 0n)) }
}
