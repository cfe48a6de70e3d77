import { toHundredths, toPoints } from '@cascade/contracts'
import type { Approval } from '@cascade/contracts/accounts'
import { type Actor, loginIdOf, nameOfActor } from '@cascade/service-kit'
import type { StoredAccount } from '../accounts/account-store'
import type { AccountsDeps } from '../deps'
import { nameOfLogin } from '../identity/login'
import { isUndecided, type StoredApproval } from './approval-store'
import { decidersOf } from './deciders'

const deciderNamesMax = 5

/** As the login `viewerId` sees it, without what other rows say. */
export function toApproval(row: StoredApproval, { viewerId, now }: { viewerId: string; now: Date }): Approval {
  const { _id, operation, object, amount, note, reason, reasonCode, decidedBy, createdAt, endsAt, details = {} } = row
  const isOver = (row.state === 'open' || row.state === 'failed') && !isUndecided(row, now)
  const state = isOver ? 'expired' : row.state
  return {
    _id,
    operation,
    state,
    by: nameOfActor(row.requester),
    object,
    details,
    ...(amount !== undefined && { amount }),
    ...(note !== undefined && { note }),
    createdAt: createdAt.toISOString(),
    endsAt: endsAt.toISOString(),
    ...(reason !== undefined && { reason }),
    ...(reasonCode !== undefined && { reasonCode }),
    ...(decidedBy !== undefined && { [state === 'declined' ? 'declinedBy' : 'approvedBy']: decidedBy }),
    isOwn: loginIdOf(row.requester) === viewerId,
    mayDecide: false,
  }
}

/** As the viewer sees them: what is open, or can be tried again, with balances and those who may decide. */
export async function viewsOf(
  deps: AccountsDeps,
  rows: readonly StoredApproval[],
  viewer: Pick<Actor, 'accountId' | 'person'>,
): Promise<Approval[]> {
  const now = deps.now()
  const viewerId = loginIdOf(viewer)
  const approvals = rows.map(row => ({ row, approval: toApproval(row, { viewerId, now }) }))
  const undecided = rows.filter(row => isUndecided(row, now))
  const [requesters, balances, waiting] = await Promise.all([
    deps.accounts.findMany(undecided.map(({ requester }) => requester.accountId)),
    deps.balances([...new Set(undecided.flatMap(({ accountId, payerId = accountId }) => [accountId, payerId]))]),
    deps.approvals.waitingFrom(undecided.flatMap(({ payerId }) => payerId ?? [])),
  ])
  const payers = await deps.accounts.findMany(undecided.flatMap(({ payerId }) => payerId ?? []))
  const names = new Map([...requesters, ...payers].map(account => [account._id, account]))
  return Promise.all(
    approvals.map(async ({ row, approval }) => {
      const requester = undecided.includes(row) ? names.get(row.requester.accountId) : undefined
      if (!requester) return approval
      const deciders = await decidersOf(deps, row, requester)
      return {
        ...approval,
        ...figuresOf(row, { balances, waiting, payer: names.get(row.payerId ?? '') }),
        deciders: deciders.slice(0, deciderNamesMax).map(nameOfLogin),
        mayDecide: deciders.some(({ _id }) => _id === viewerId),
      }
    }),
  )
}

type Figures = {
  balances: ReadonlyMap<string, bigint>
  waiting: ReadonlyMap<string, number>
  payer: StoredAccount | undefined
}

/** Balances before and after of the account that gets or gives points, and what the payer has left for others. */
function figuresOf({ accountId, payerId, amount }: StoredApproval, { balances, waiting, payer }: Figures) {
  const before = balances.get(accountId)
  if (amount === undefined || before === undefined || payerId === undefined) return {}
  const after = payerId === accountId ? before - toHundredths(amount) : before + toHundredths(amount)
  const balance = { before: toPoints(before), after: toPoints(after) }
  if (!payer) return { balance }
  const others = Math.max(0, (waiting.get(payerId) ?? 0) - amount)
  return {
    balance,
    payer: {
      username: payer.username,
      balance: toPoints(balances.get(payerId) ?? 0n),
      waiting: Math.round(others * 100) / 100,
    },
  }
}
