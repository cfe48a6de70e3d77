import type { ClaimDetails, PostedBy, RecoverDetails } from '@cascade/contracts/accounts'
import type { Tx } from '@cascade/service-kit'
import type { BaseDeps } from '../deps'
import { type Pair, pairKey } from '../draws/draw-id'
import type { DebtRow, UnclaimedRow } from '../dues/due-store'
import type { PaymentRow } from '../dues/payment-store'
import { derivedId } from '../tickets/ticket-id'

/** Tickets of one claim: what it carries through the ledger stays small. */
const ticketsPerClaim = 100

export type PaymentDeps = Pick<
  BaseDeps,
  'transaction' | 'dues' | 'payments' | 'newId' | 'clock' | 'ledger' | 'asideRows' | 'logger'
>
type Timed = { clock: Pick<PaymentDeps['clock'], 'now'> }
export type Taking = {
  playerId: string
  by: PostedBy
  takeId: string
  requestId: string
  isAutomatic: boolean
  /** Only these tickets; all when absent. */
  ticketIds?: readonly string[] | undefined
  /** Wins at most. */
  limit: number
}

/**
 * Decides on the claims of a player's wins, and on taking back what they owe of results that were corrected. Written
 * down before the ledger is asked; each win is in one claim at a time.
 */
export async function beginPayments(deps: PaymentDeps, taking: Taking): Promise<PaymentRow[]> {
  return deps.transaction(async tx => {
    const wins = await deps.dues.claimableOf(taking.playerId, taking.ticketIds, taking.limit, tx)
    if (wins.length === 0) return []
    const claims = chunksOf(wins).map(chunk => claimOf(deps, taking, chunk))
    for (const { _id, ticketIds } of claims) {
      if (!(await deps.dues.markClaiming(ticketIds, _id, tx))) throw new Error('A win was claimed in the meantime.')
    }
    const debts = (await deps.dues.debtsOf(taking.playerId, tx)).filter(({ recoveryId }) => !recoveryId)
    const payments = [...claims, ...(await beginRecoveries(deps, debts, taking, tx))]
    await deps.payments.insert(payments, tx)
    return payments
  })
}

/** The recoveries of these debts, marked as under way; whoever calls inserts them in the same transaction. */
export async function beginRecoveries(
  deps: Pick<PaymentDeps, 'dues' | 'newId'> & Timed,
  debts: readonly DebtRow[],
  { by, takeId, requestId }: Pick<Taking, 'by' | 'takeId' | 'requestId'>,
  tx: Tx,
): Promise<PaymentRow[]> {
  const recoveries = debts.map(debt => {
    const { _id: ticket, adminId, gameId, playerId, amount, correction } = debt
    const details: RecoverDetails = { ticket, ...(correction && { correction: correction.facts }) }
    const posting = {
      id: deps.newId(),
      by: correction?.by ?? by,
      correlationId: requestId,
      adminId,
      gameId,
      playerId,
      amount: String(amount),
    }
    return paymentOf(deps, takeId, [ticket], { kind: 'recover', ...posting, details })
  })
  for (const { _id, ticketIds } of recoveries) await deps.dues.markRecovering(ticketIds[0] ?? '', _id, tx)
  return recoveries
}

function claimOf(deps: PaymentDeps, { playerId, by, takeId, requestId, isAutomatic }: Taking, wins: UnclaimedRow[]) {
  const [{ adminId, gameId }] = wins as [UnclaimedRow, ...UnclaimedRow[]]
  const amount = String(wins.reduce((sum, win) => sum + win.amount, 0n))
  const details: ClaimDetails = { tickets: wins.map(win => [win._id, String(win.amount)]), isAutomatic }
  const posting = { id: deps.newId(), by, correlationId: requestId, adminId, gameId, playerId, amount }
  return paymentOf(
    deps,
    takeId,
    wins.map(({ _id }) => _id),
    { kind: 'claim', ...posting, details },
  )
}

function paymentOf({ clock }: Timed, takeId: string, ticketIds: string[], request: PaymentRow['request']): PaymentRow {
  const at = new Date(clock.now())
  return { _id: request.id, request, playerId: request.playerId, ticketIds, takeId, state: 'open', at }
}

/** Claims are per game: their points come from its wins. */
function chunksOf(wins: readonly UnclaimedRow[]): UnclaimedRow[][] {
  const byPair = new Map<string, UnclaimedRow[][]>()
  for (const win of wins) {
    const pair: Pair = win
    const chunks = byPair.get(pairKey(pair)) ?? []
    const last = chunks.at(-1)
    if (last && last.length < ticketsPerClaim) last.push(win)
    else chunks.push([win])
    byPair.set(pairKey(pair), chunks)
  }
  return [...byPair.values()].flat()
}

/** The call that a repeated one with the same key belongs to. */
export const takeIdOf = (playerId: string, key: string | undefined, newId: () => string) =>
  key ? derivedId('take', playerId, key) : newId()
