import type { OpenPlay } from '@cascade/contracts/live'
import { busy } from '@cascade/service-kit'
import type { BaseDeps } from '../base-deps'
import { systemActor } from '../ledger/ids'
import { waitForProjection } from '../ledger/wait-for-projection'
import { beginPayments, beginRecoveries } from './begin-payments'
import { postPayments } from './payments'

const timeoutMs = 5_000
const claimBatchSize = 1_000

/** What a player still has in play; with `claim`, after paying everything payable. */
export async function readOpenPlay(
  deps: BaseDeps,
  { playerId, claim }: { playerId: string; claim: boolean },
): Promise<OpenPlay> {
  const signal = AbortSignal.timeout(timeoutMs)
  await waitForProjection(deps, signal)
  if (claim) {
    await claimAll(deps, playerId, signal)
    await recoverAll(deps, playerId, signal)
    await waitForProjection(deps, signal)
  }
  const [tickets, wins, owed] = await Promise.all([
    sumOpenTickets(deps, playerId),
    deps.payables.sumUnclaimed(playerId, []),
    deps.payables.sumDebts(playerId),
  ])
  return { tickets, wins: String(wins), owed: String(owed) }
}

const createClaimInput = (playerId: string, takeId: string) => ({
  playerId,
  by: systemActor,
  takeId,
  requestId: takeId,
})

async function claimAll(deps: BaseDeps, playerId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const input = { ...createClaimInput(playerId, deps.newId()), isAutomatic: true, limit: claimBatchSize }
    const payments = await beginPayments(deps, input)
    if (payments.length === 0) return
    const results = await postPayments(deps, payments, signal)
    if (!results) throw busy()
    // A rejected win can be claimed again, and would be rejected again.
    if (results.some(({ outcome }) => outcome === 'refused')) return
  }
}

async function recoverAll(deps: BaseDeps, playerId: string, signal: AbortSignal): Promise<void> {
  const recoveries = await deps.transaction(async tx => {
    const debts = (await deps.payables.listDebts(playerId, tx)).filter(({ recoveryId }) => !recoveryId)
    const begun = await beginRecoveries(deps, debts, createClaimInput(playerId, deps.newId()), tx)
    if (begun.length > 0) await deps.payments.insert(begun, tx)
    return begun
  })
  if (recoveries.length > 0 && !(await postPayments(deps, recoveries, signal))) throw busy()
}

async function sumOpenTickets(deps: BaseDeps, playerId: string): Promise<OpenPlay['tickets']> {
  const open = await findUnsettledDraws(deps, playerId)
  return {
    count: open.reduce((sum, { tickets }) => sum + tickets, 0),
    stake: String(open.reduce((sum, { stake }) => sum + stake, 0n)),
  }
}

export async function findUnsettledDraws({ draws, totals }: Pick<BaseDeps, 'draws' | 'totals'>, playerId: string) {
  const chunks = new Map((await draws.listUnsettled()).map(({ _id, settledChunks }) => [_id, settledChunks]))
  const found = await totals.readPlayerDraws(playerId, [...chunks.keys()])
  return found.map(each => ({ ...each, _id: each.drawId, settledChunks: chunks.get(each.drawId) ?? 0 }))
}
