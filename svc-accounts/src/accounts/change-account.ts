import type { AccountRole } from '@cascade/contracts'
import type { UpdateAccountInput } from '@cascade/contracts/accounts'
import { auditChanges, type Call, type Ctx, conflict, etagOf, requirePermission } from '@cascade/service-kit'
import { requireProof } from '../credentials/require-proof'
import type { AccountsDeps } from '../deps'
import type { SideWrite } from '../ledger'
import {
  type Account,
  accountEvent,
  creditLineOf,
  isSelf,
  type Reparenting,
  reparentTo,
  requireCurrent,
  type Scope,
} from './account'
import { mapDuplicateErrors } from './account-store'
import { readViewContext, toAccountView } from './account-view'
import { accountWrites, eventWrite, reparentWrites, superadminCountWrite } from './account-writes'
import { hashSecrets, requireGames } from './create-account'
import { type AccountChange, buildEdit, planChange, requireOwnFields } from './edit-account'
import { changedRow, type FieldChange, historyWrite } from './history-store'
import { requireParent } from './new-account'
import { findAccount, requireActor, type Target } from './read-account'
import { retryOnConflict } from './retry-on-conflict'
import { accountTexts } from './texts'

/**
 * Edits fields of an account. Another `refId` moves it with its subtree; another `userStatus` acts like the toggle; a
 * password set by an ancestor ends the account's sessions.
 */
export async function updateAccount(deps: AccountsDeps, { ctx, input }: Call<Target & { fields: UpdateAccountInput }>) {
  const { role, fields } = input
  await requireActor(deps, ctx)
  if (fields.password) await requireProof(deps, ctx)
  const secrets = await hashSecrets(deps, fields, ctx.actor)
  return retryOnConflict(async () => {
    const found = await findAccount(deps, ctx.actor, input)
    if (!isSelf(ctx.actor, found)) requirePermission(ctx, `${role}.manage`)
    requireOwnFields(ctx.actor, found, fields)
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

type Toggle = Target & { action: 'activate' | 'deactivate' }

/**
 * Activates or deactivates an account and unfreezes or freezes its wallet. A deactivation ends the sessions of the whole
 * subtree; the status of descendants stays unchanged.
 */
export async function toggleAccount(deps: AccountsDeps, { ctx, input }: Call<Toggle>) {
  const { role, id, action } = input
  requirePermission(ctx, `${role}.manage`)
  await requireActor(deps, ctx)
  return retryOnConflict(async () => {
    const found = await findAccount(deps, ctx.actor, input)
    if (action === 'deactivate' && isSelf(ctx.actor, found)) throw conflict(accountTexts.ownStatus)
    const change = planChange(found, buildEdit(found, { userStatus: action === 'activate' }))
    if (change && action === 'deactivate' && role === 'superadmin') await deps.accounts.requireAnotherSuperadmin()
    if (change) await writeChange(deps, ctx, change)
    return { message: `User ${id} has been successfully ${action}d.` }
  })
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
    ...(secrets?.password === undefined ? [] : deps.notices.writes([before._id], passwordChangedBy(ctx))),
    ...(statusChanged && before.role === 'superadmin' ? [superadminCountWrite(after.active ? 1 : -1)] : []),
    ...(reparenting ? reparentWrites(before, reparenting, { isLarge: await deps.moves.isLarge(before), at }) : []),
    ...ending.writes,
  ]
  if (touchesScope) {
    const status = statusChanged ? { status: after.active ? ('active' as const) : ('frozen' as const) } : {}
    const line = before.creditLine === after.creditLine ? {} : { creditLine: creditLineOf(after) ?? null }
    const { _id: walletId, role } = before
    const move = { root: walletId, role, from: before.ancestry.admin, ancestry: after.ancestry }
    const scope = { walletId, ...status, ...line, ...(reparenting && { move }) }
    await mapDuplicateErrors(deps.ledger.change({ ...scope, sideWrites: writes }))
  } else {
    await deps.commit(writes)
  }
  if (reparenting) deps.notify.moves()
  deps.passwords.forget(ending.sessionIds)
  if (statusChanged && !after.active) await endSessionsBelow(deps, before, cause)
  auditChanges(ctx, await withNames(deps, line.fields))
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

const passwordChangedBy = ({ actor }: Ctx) => ({
  kind: 'password-changed' as const,
  data: { by: actor.username },
})

const endReasonOf = ({ after, statusChanged }: AccountChange) => {
  if (!statusChanged) return 'password changed'
  return after.active ? 'activated' : 'deactivated'
}
