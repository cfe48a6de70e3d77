import type { AccountRole } from '@cascade/contracts'
import type { UpdateAccountInput } from '@cascade/contracts/accounts'
import { type Ask, requirePermission } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { accountTexts } from '../../texts'
import { joinedOf, viewOf } from '../read/account-view'
import { findAccount, type Target } from '../read/find-account'
import { requireActor } from '../read/require-actor'
import { type Account, isSelf, type Scope } from '../rules/account'
import { changeOf } from '../rules/account-change'
import { editOf, requireOwnFields } from '../rules/edit-account'
import { requireParent } from '../rules/parent-rules'
import { type Reparenting, reparentTo } from '../rules/reparenting'
import { etagOf, requireCurrent } from '../rules/versions'
import { retryOnConflict } from '../store/retry-on-conflict'
import { hashSecrets } from './hash-secrets'
import { requireGames } from './require-games'
import { writeChange } from './write-change'

/**
 * Edits the given fields of an account. Another `refId` moves it with everyone below it; another `userStatus` is the
 * same as the toggle; a password set from above ends the account's sessions.
 */
export async function updateAccount(deps: AccountsDeps, { ctx, input }: Ask<Target & { fields: UpdateAccountInput }>) {
  const { role, fields } = input
  await requireActor(deps, ctx)
  const secrets = await hashSecrets(deps, fields)
  return retryOnConflict(async () => {
    const found = await findAccount(deps, ctx.actor, input)
    if (!isSelf(ctx.actor, found)) requirePermission(ctx, `${role}.manage`)
    requireOwnFields(ctx.actor, found, fields)
    requireCurrent(found, ctx.ifMatch)
    await requireGames(deps, fields.games)
    const edit = editOf(found, fields)
    if (edit.set.active === false && role === 'superadmin') await deps.accounts.requireAnotherSuperadmin()
    const reparenting = await reparentingOf(deps, ctx.actor, { role, account: found, refId: fields.refId })
    const change = changeOf(found, edit, { secrets, reparenting })
    const account = change?.after ?? found
    const joined = await joinedOf(deps, ctx.actor, [account])
    if (change) await writeChange(deps, ctx, change)
    ctx.setHeader('ETag', etagOf(account))
    return { message: accountTexts.updated, data: viewOf(account, joined) }
  })
}

type NewReference = { role: AccountRole; account: Account; refId: string | undefined }

async function reparentingOf(
  deps: AccountsDeps,
  actor: Scope,
  { role, account, refId }: NewReference,
): Promise<Reparenting | undefined> {
  if (refId === undefined || refId === account.parentId) return undefined
  const [from, to] = await Promise.all([deps.accounts.find(account.parentId ?? ''), deps.accounts.find(refId)])
  const parent = requireParent(actor, role, to)
  return from ? reparentTo(from, parent) : undefined
}
