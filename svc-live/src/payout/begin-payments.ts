import type { ClaimDetails, PostedBy, RecoverDetails } from '@cascade/contracts/accounts'
import { claimIdOf, isDuplicateKey, type ServiceContext, type Tx } from '@cascade/service-kit'
import { type Offering, offeringKey } from '../catalog/offering'
import { deriveId } from '../ledger/ids'
import type { DebtRow, PayableStore, UnclaimedRow } from './payable-store'
import type { PaymentRow, PaymentStore } from './payment-store'

/** Keeps the details of a claim small. */
const ticketsPerClaim = 100

type PaymentDeps = {
  transaction: ServiceContext['core']['transaction']
  payments: PaymentStore
  payables: PayableStore
} & Clocked
type Clocked = { clock: Pick<ServiceContext['clock'], 'now'> }
type ClaimInput = {
  playerId: string
  by: PostedBy
  takeId: string
  requestId: string
  isAutomatic: boolean
  ticketIds?: readonly string[] | undefined
  limit: number
}

/**
 * Creates the claims of a player's wins, and the recoveries of debts that corrections left. They are stored before they
 * are posted, and each win is in at most one claim. A repeated or concurrent call gets the payments that the first one
 * created.
 */
export async function beginPayments(deps: PaymentDeps, input: ClaimInput): Promise<PaymentRow[]> {
  const created = deps.transaction(async tx => {
    const before = await deps.payments.findByCall(input.takeId, tx)
    if (before.length > 0) return before
    const wins = await deps.payables.findClaimable(input.playerId, input.ticketIds, input.limit, tx)
    if (wins.length === 0) return []
    const claims = chunkByOffering(wins).map((chunk, position) => buildClaim(deps, input, chunk, position))
    for (const { _id, ticketIds } of claims) {
      if (!(await deps.payables.markClaiming(ticketIds, _id, tx))) throw new Error('win already being claimed')
    }
    const debts = (await deps.payables.listDebts(input.playerId, tx)).filter(({ recoveryId }) => !recoveryId)
    const payments = [...claims, ...(await beginRecoveries(deps, debts, input, tx))]
    await deps.payments.insert(payments, tx)
    return payments
  })
  return created.catch(error => {
    if (isDuplicateKey(error)) return deps.payments.findByCall(input.takeId)
    throw error
  })
}

/** Marks these debts as being recovered. The caller inserts the returned payments in the same transaction. */
export async function beginRecoveries(
  deps: Pick<PaymentDeps, 'payables' | 'clock'>,
  debts: readonly DebtRow[],
  { by, takeId, requestId }: Pick<ClaimInput, 'by' | 'takeId' | 'requestId'>,
  tx: Tx,
): Promise<PaymentRow[]> {
  const recoveries = debts.map(debt => {
    const { _id: ticket, adminId, gameId, playerId, amount, correction } = debt
    const details: RecoverDetails = { ticket, ...(correction && { correction: correction.facts }) }
    const posting = {
      id: deriveId('recover', takeId, ticket),
      by: correction?.by ?? by,
      correlationId: requestId,
      adminId,
      gameId,
      playerId,
      amount: String(amount),
    }
    return buildPayment(deps, takeId, [ticket], { kind: 'recover', ...posting, details })
  })
  for (const { _id, ticketIds } of recoveries) await deps.payables.markRecovering(ticketIds[0] ?? '', _id, tx)
  return recoveries
}

function buildClaim(deps: PaymentDeps, input: ClaimInput, wins: UnclaimedRow[], position: number) {
  const { playerId, by, takeId, requestId, isAutomatic } = input
  const [{ adminId, gameId }] = wins as [UnclaimedRow, ...UnclaimedRow[]]
  const amount = String(wins.reduce((sum, win) => sum + win.amount, 0n))
  const details: ClaimDetails = { tickets: wins.map(win => [win._id, String(win.amount)]), isAutomatic }
  const posting = { id: claimIdOf(takeId, position), by, correlationId: requestId, adminId, gameId, playerId, amount }
  return buildPayment(
    deps,
    takeId,
    wins.map(({ _id }) => _id),
    { kind: 'claim', ...posting, details },
  )
}

function buildPayment(
  { clock }: Clocked,
  takeId: string,
  ticketIds: string[],
  request: PaymentRow['request'],
): PaymentRow {
  const at = new Date(clock.now())
  return { _id: request.id, request, playerId: request.playerId, ticketIds, takeId, state: 'open', at }
}

function chunkByOffering(wins: readonly UnclaimedRow[]): UnclaimedRow[][] {
  const byOffering = new Map<string, UnclaimedRow[][]>()
  for (const win of wins) {
    const offering: Offering = win
    const chunks = byOffering.get(offeringKey(offering)) ?? []
    const last = chunks.at(-1)
    if (last && last.length < ticketsPerClaim) last.push(win)
    else chunks.push([win])
    byOffering.set(offeringKey(offering), chunks)
  }
  return [...byOffering.values()].flat()
}
