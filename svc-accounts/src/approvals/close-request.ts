import { approvalTexts } from '@cascade/contracts/accounts'
import { bookingKeyOf, conflict, loginIdOf, type Tx } from '@cascade/service-kit'
import { ledgerActorOf } from '../accounts/account'
import type { AccountsDeps } from '../deps'
import type { SideWrite } from '../ledger'
import { isUndecided, keyOf, type StoredApproval } from './approval-store'
import { isBooking, wasExecuted } from './callable'

type Closing = Pick<StoredApproval, 'reason' | 'decidedBy'> & { state: 'declined' | 'withdrawn' | 'expired' }

/**
 * Ends a request that is open or has failed, for good. A booking's key is closed in the ledger first: a repetition of
 * the call is then never booked, whatever the rules are by then. If it is booked already, the request is done.
 * @param writes committed with the ending, unless the request is done
 * @throws AppError CONFLICT if it is neither
 */
export async function closeRequest(
  deps: AccountsDeps,
  row: StoredApproval,
  closing: Closing,
  writes: readonly SideWrite[] = [],
): Promise<StoredApproval> {
  const { _id, requester, state } = row
  if (state !== 'open' && state !== 'failed') throw conflict(approvalTexts.decided)
  const key = { actor: ledgerActorOf(requester), key: bookingKeyOf(keyOf(row)), correlationId: _id }
  const isBooked = isBooking(row) && (await deps.ledger.closeKey(key)) === 'booked'
  const set = isBooked ? { state: 'approved' as const } : closing
  return deps.transaction(async tx => {
    const closed = await deps.approvals.close(_id, set, tx)
    if (!closed) throw conflict(approvalTexts.decided)
    await deps.notices.resolve(_id, tx)
    await writeDecision(deps, closed, tx)
    if (!isBooked) await deps.write(writes, tx)
    return closed
  })
}

/** A request whose requester has repeated the call when it needed no second person any more is done. */
export async function settleIfBooked(deps: AccountsDeps, row: StoredApproval): Promise<StoredApproval> {
  if (!isBooking(row) || !isUndecided(row, deps.now()) || !(await wasExecuted(deps, row))) return row
  return closeRequest(deps, row, { state: 'expired' }).catch(() => row)
}

export function writeDecision({ notices }: Pick<AccountsDeps, 'notices'>, row: StoredApproval, tx: Tx) {
  const { _id: approvalId, operation, decidedBy: by = '', state, requester } = row
  const data = { approvalId, operation, by, state }
  return notices.insert([loginIdOf(requester)], { kind: 'approval-decided', data }, tx)
}
