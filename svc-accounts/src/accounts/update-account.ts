import type { AccountRole } from '@cascade/contracts'
import { can } from '@cascade/contracts'
import type { Account as AccountView, UpdateAccountInput } from '@cascade/contracts/accounts'
import { forbidden } from '@cascade/service-kit'
import type { AccountsDeps, Ctx } from '../deps'
import { requireActor } from './access'
import { type Account, isSelf } from './account'
import { viewOf } from './account-view'
import { changeAccount } from './change-account'
import { decideAgain } from './decide-again'
import { editOf, requireOwnFields } from './edit-account'
import { findAccount } from './find-account'
import { type Move, moveTo } from './move-account'
import { requireParent } from './parent-rules'
import { etagOf, requireCurrent } from './versions'

type Target = { role: AccountRole; id: string; parentId?: string; ifMatch?: string | undefined }

/**
 * Edits the given fields of an account. Another `refId` moves it with everyone below it; another `userStatus` is the
 * same as the toggle; a password set from above ends the account's sessions.
 */
export async function updateAccount(
  deps: AccountsDeps,
  ctx: Ctx,
  target: Target,
  input: UpdateAccountInput,
): Promise<{ view: AccountView; etag: string }> {
  await requireActor(deps, ctx)
  const secrets = await hashesOf(deps, input)
  const account = await decideAgain(async () => {
    const found = await findAccount(deps, ctx.actor, target.role, target.id, target.parentId)
    if (!isSelf(ctx.actor, found) && !can(ctx.actor.role, `${target.role}.manage`)) throw forbidden()
    requireOwnFields(ctx.actor, found, input)
    requireCurrent(found, target.ifMatch)
    const edit = editOf(found, input)
    const move = await moveOf(deps, ctx, target.role, found, input.refId)
    if (edit.changed.length === 0 && !secrets && !move) return found
    if (edit.set.active === false && found.role === 'superadmin') await deps.accounts.requireAnotherSuperadmin()
    const changed = [...edit.changed, ...(move ? ['refId'] : [])]
    return changeAccount(deps, ctx, found, {
      ...edit,
      changed,
      ...(secrets ? { secrets } : {}),
      ...(move ? { move } : {}),
    })
  })
  return { view: await viewOf(deps, ctx.actor, account), etag: etagOf(account) }
}

async function moveOf(
  deps: AccountsDeps,
  ctx: Ctx,
  role: AccountRole,
  account: Account,
  refId: string | undefined,
): Promise<Move | undefined> {
  if (refId === undefined || refId === account.parentId) return undefined
  const [from, to] = await Promise.all([deps.accounts.find(account.parentId ?? ''), deps.accounts.find(refId)])
  const parent = requireParent(ctx.actor, role, to)
  return from ? moveTo(from, parent) : undefined
}

async function hashesOf(deps: AccountsDeps, { password, pin }: UpdateAccountInput) {
  if (password === undefined && pin === undefined) return undefined
  return {
    ...(password === undefined ? {} : { password: await deps.hasher.hash(password) }),
    ...(pin === undefined ? {} : { pin: await deps.hasher.hash(String(pin)) }),
  }
}
