import type { AccountRole } from '@cascade/contracts'
import { accountApi, type UpdateAccountInput } from '@cascade/contracts/accounts'
import {
  auditChanges,
  type Call,
  type Ctx,
  etagOf,
  nameOfActor,
  requireRight,
  toLoggedChanges,
} from '@cascade/service-kit'
import {
  type Account,
  accountEvent,
  isSelf,
  type Reparenting,
  reparentTo,
  requireCurrent,
  type Scope,
} from '../accounts/account'
import { mapDuplicateErrors } from '../accounts/account-store'
import { readViewContext, toAccountView } from '../accounts/account-view'
import { accountWrites, reparentWrites, superadminCountWrite } from '../accounts/account-writes'
import { requireUntriedContacts } from '../accounts/contacts'
import { findAccount, requireActor, type Target } from '../accounts/find-account'
import { changedRow, type FieldChange, historyWrite } from '../accounts/history-store'
import { retryOnConflict } from '../accounts/retry-on-conflict'
import { accountTexts } from '../accounts/texts'
import { authorityWrite } from '../activities/authority-event'
import type { AccountsDeps } from '../deps'
import { setUpWrite } from '../identity/passwords/credential-store'
import { approvalNeeded, requireSecondPerson } from '../identity/policy/require-second-person'
import { requireProof } from '../identity/sessions/require-proof'
import { eventWrite, isApprovalNeeded, type SideWrite } from '../ledger'
import { hashSecrets, requireGames } from './create-account'
import { requireParent } from './new-account'
import {
  type AccountChange,
  buildEdit,
  creditLineDetails,
  planChange,
  planCreditLine,
  requireOwnFields,
} from './plan-change'

/**
 * Edits fields of an account. Another `refId` moves it with its subtree; another `userStatus` acts like the toggle; a
 * password set by an ancestor ends the account's sessions.
 */
export async function updateAccount(deps: AccountsDeps, { ctx, input }: Call<Target & { fields: UpdateAccountInput }>) {
  const { role, fields } = input
  await requireActor(deps, ctx)
  await requireProofFor(deps, ctx, fields)
  const target = await findEdited(deps, ctx, input)
  await requireUntriedContacts(deps, ctx.actor, fields)
  await requireApprovalFor(deps, ctx, target, fields)
  const secrets = await hashSecrets(deps, fields, ctx.actor)
  return retryOnConflict(async () => {
    const found = await findEdited(deps, ctx, input)
    requireCurrent(found, ctx.ifMatch)
    await requireGames(deps, fields.games)
    const edit = buildEdit(found, fields)
    if (edit.set.active === false && role === 'superadmin') await deps.accounts.requireAnotherSuperadmin()
    const reparenting = await planReparenting(deps, ctx.actor, { role, account: found, refId: fields.refId })
    const change = planChange(found, edit, { secrets, reparenting })
    const account = change?.after ?? found
    const joined = await readViewContext(deps, ctx.actor, [account])
    if (change) await writeChange(deps, ctx, change)
    ctx.setHeader('ETag', etagOf(account))
    return { message: accountTexts.updated, data: toAccountView(account, joined) }
  })
}

async function findEdited(deps: AccountsDeps, ctx: Ctx, input: Target & { fields: UpdateAccountInput }) {
  const found = await findAccount(deps, ctx.actor, input)
  if (!isSelf(ctx.actor, found)) requireRight(ctx, `${input.role}.manage`)
  requireOwnFields(ctx.actor, found, input.fields)
  return found
}

/** Password, credit line and parent need a proof, status and email only under a strict policy. */
async function requireProofFor(deps: AccountsDeps, ctx: Ctx, fields: UpdateAccountInput): Promise<void> {
  const { password, creditLine, refId, userStatus, email } = fields
  if (password !== undefined) await requireProof(deps, ctx, 'factor')
  if (creditLine !== undefined || refId !== undefined) await requireProof(deps, ctx, 'always')
  if (userStatus !== undefined || email !== undefined) await requireProof(deps, ctx, 'strict')
}

export async function requireApprovalFor(deps: AccountsDeps, ctx: Ctx, account: Account, fields: UpdateAccountInput) {
  const { password, userStatus } = fields
  const isStatusChanged = userStatus !== undefined && userStatus !== account.active
  if (account.role !== 'superadmin' || (password === undefined && !isStatusChanged)) return
  const details = {
    ...(password !== undefined && { password: '(not shown)' }),
    ...(isStatusChanged && { active: `${account.active} → ${userStatus}` }),
  }
  await requireSecondPerson(deps, ctx, { operation: 'superadmin.change', details })
}

type NewReference = { role: AccountRole; account: Account; refId: string | undefined }

async function planReparenting(
  deps: AccountsDeps,
  actor: Scope,
  { role, account, refId }: NewReference,
): Promise<Reparenting | undefined> {
  if (refId === undefined || refId === account.parentId) return undefined
  const [from, to] = await Promise.all([deps.accounts.find(account.parentId ?? ''), deps.accounts.find(refId)])
  const parent = requireParent(actor, role, to)
  return from ? reparentTo(from, parent) : undefined
}

/**
 * Writes a planned change with its events and ended sessions, in one transaction. A change of position or status goes
 * through the ledger, which rejects transfers authorised before it.
 * @throws StaleAccount or LedgerRejection PRECONDITION_FAILED if the account has changed since it was read
 */
export async function writeChange(deps: AccountsDeps, ctx: Ctx, change: AccountChange): Promise<void> {
  const { before, after, secrets, reparenting, touchesScope, statusChanged } = change
  const cause = { reason: endReasonOf(change), by: ctx }
  const signsOut = statusChanged || secrets?.password !== undefined
  if (statusChanged && after.active) await endSessionsBelow(deps, before, cause)
  const ending = await deps.sessions.planEndAll(signsOut ? [before._id] : [], cause)
  const { temporaryPasswords } = (await deps.policy.read()).policy
  const at = deps.now()
  const line = changedRow(change, ctx, at)
  const writes: SideWrite[] = [
    ...accountWrites(before, after),
    eventWrite(accountEvent(statusChanged ? 'statusChanged' : 'updated', after, ctx), at),
    historyWrite(line),
    ...(secrets ? [await deps.credentials.replaceWrite(before._id, secrets, temporaryPasswords)] : []),
    ...(secrets?.password === undefined ? [] : await passwordWrites(deps, ctx, after, line.fields)),
    ...(statusChanged && before.role === 'superadmin' ? [superadminCountWrite(after.active ? 1 : -1)] : []),
    ...(reparenting ? reparentWrites(before, reparenting, { isLarge: await deps.moves.isLarge(before), at }) : []),
    ...ending.writes,
  ]
  if (touchesScope) {
    const status = statusChanged ? { status: after.active ? ('active' as const) : ('frozen' as const) } : {}
    const line = planCreditLine(ctx, change)
    const { _id: walletId, role } = before
    const move = { root: walletId, role, from: before.ancestry.admin, ancestry: after.ancestry }
    const scope = { walletId, ...status, ...line, ...(reparenting && { move }) }
    await mapDuplicateErrors(deps.ledger.change({ ...scope, sideWrites: writes })).catch((error: unknown) => {
      if (!isApprovalNeeded(error) || !line.raise) throw error
      throw approvalNeeded({
        operation: 'credit.transfer',
        amount: line.raise.amount,
        details: creditLineDetails(change),
      })
    })
  } else {
    await deps.commit(writes)
  }
  if (reparenting) deps.notify.moves()
  deps.passwords.forget(ending.sessionIds)
  if (statusChanged && !after.active) await endSessionsBelow(deps, before, cause)
  auditChanges(ctx, await withNames(deps, line.fields))
}

async function passwordWrites(
  deps: AccountsDeps,
  ctx: Ctx,
  account: Account,
  fields: readonly FieldChange[],
): Promise<SideWrite[]> {
  const { _id, role } = account
  const at = deps.now()
  const endpoint = accountApi[role as AccountRole].update
  const changes = toLoggedChanges(await withNames(deps, fields))
  return [
    setUpWrite(_id, ctx.actor, at),
    ...deps.notices.writes([_id], { kind: 'password-changed', data: { by: nameOfActor(ctx.actor) } }),
    authorityWrite(ctx, {
      endpoint,
      sent: { params: { id: _id } },
      url: endpoint.path.replace(':id', _id),
      at,
      object: account,
      changes,
    }),
  ]
}

async function withNames(deps: AccountsDeps, fields: readonly FieldChange[]): Promise<readonly FieldChange[]> {
  const idsOf = (name: string) =>
    fields.filter(({ field }) => field === name).flatMap(({ before, after }) => [before, after].flat().map(String))
  const parents = idsOf('refId').length > 0 ? await deps.accounts.findMany(idsOf('refId')) : []
  const games = idsOf('games').length > 0 ? await deps.games.namesOf(idsOf('games')) : new Map<string, string>()
  const names = new Map([...games, ...parents.map(({ _id, username }) => [_id, username] as const)])
  const nameOf = (value: FieldChange['before']) =>
    Array.isArray(value) ? value.map(id => names.get(id) ?? id).join(', ') : (names.get(String(value)) ?? value)
  return fields.map(({ field, before, after }) =>
    field === 'refId' || field === 'games'
      ? { field, before: nameOf(before), after: nameOf(after) }
      : { field, before, after },
  )
}

/** Accounts per transaction, so that transfers do not wait for a large subtree. */
const signOutBatchSize = 500

/**
 * Ends all sessions below an account, in chunks. Called after a suspension is committed, because the status alone already
 * rejects those sessions; and before an activation, so that no old session becomes valid again after an interruption.
 */
async function endSessionsBelow(
  deps: AccountsDeps,
  account: Account,
  cause: { reason: string; by: Ctx },
): Promise<void> {
  if (account.role === 'player') return
  for await (const ids of deps.accounts.idsBelowInChunks(account, signOutBatchSize)) {
    const ending = await deps.sessions.planEndAll(ids, cause)
    if (ending.sessionIds.length === 0) continue
    await deps.commit(ending.writes)
    deps.passwords.forget(ending.sessionIds)
  }
}

const endReasonOf = ({ after, statusChanged }: AccountChange) => {
  if (!statusChanged) return 'password changed'
  return after.active ? 'activated' : 'deactivated'
}
