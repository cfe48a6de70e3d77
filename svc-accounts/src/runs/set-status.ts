import { runTexts } from '@cascade/contracts/accounts'
import { type Ctx, conflict } from '@cascade/service-kit'
import type { Account } from '../accounts/account'
import type { AccountsDeps } from '../deps'
import { changeStatus } from '../lifecycle/change-status'
import type { Row, Run } from './run-store'

/**
 * Suspends or activates the account of a row. The run that undoes another one leaves an account alone whose status was
 * changed again since, or which is about to be deleted: its activation would cancel that.
 * @returns the row with its change, also if an interrupted attempt made it
 */
export async function setStatus(deps: AccountsDeps, ctx: Ctx, run: Run, row: Row): Promise<Row> {
  const { statusVersion: expected, ...visible } = row
  const { accountId: id } = row
  const { operation, role, parentId } = run
  const now = await deps.accounts.find(id)
  const own = now && (await ownChange(deps, run, now))
  if (own !== undefined) return { ...visible, changed: true, statusVersion: own }
  const check = ({ changedIn, closing }: Account) => {
    if (run.undoes !== undefined && (closing || changedIn.userStatus !== expected))
      throw conflict(runTexts.changedSince)
  }
  const action = operation === 'suspend' ? 'deactivate' : 'activate'
  const { account, changed } = await changeStatus(deps, { ctx, input: { role, id, parentId, action } }, check)
  return { ...visible, changed, ...(changed && { statusVersion: account.version }) }
}

/** Version of the account's last change of status, if this run has made it. */
async function ownChange(deps: AccountsDeps, run: Run, { _id, changedIn }: Account): Promise<number | undefined> {
  const version = changedIn.userStatus
  if (version === undefined) return undefined
  return (await deps.history.findChange(_id, version))?.requestId === run.requestId ? version : undefined
}
