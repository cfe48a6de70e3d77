import { can, permissionOf, standardRights, standardRightsOf } from '@cascade/contracts'
import { type OwnRights, ownRightsMax, peopleTexts, type RightsRow, rightsApi } from '@cascade/contracts/accounts'
import { AppError, type Call, invalid, notFound } from '@cascade/service-kit'
import type { Account } from '../accounts/account'
import { authorityWrite } from '../activities/authority-event'
import type { AccountsDeps } from '../deps'
import type { StoredRights } from '../identity/people-store'
import { findOwner, type OfAccount } from './find-owner'

export async function listRights(deps: AccountsDeps, { ctx, input }: Call<OfAccount>) {
  const owner = await findOwner(deps, ctx, input)
  const own = await deps.people.ownRights([owner._id])
  const standard = standardRights.map(
    (name): RightsRow => ({
      _id: name,
      name,
      permissions: [...standardRightsOf(name, owner.role)],
      isStandard: true,
    }),
  )
  return { data: [...standard, ...own.map(viewOf)] }
}

export async function addRights(deps: AccountsDeps, { ctx, input }: Call<OfAccount & { rights: OwnRights }>) {
  const owner = await findOwner(deps, ctx, input)
  const { name, permissions } = input.rights
  requireWithinRole(owner, permissions)
  const row: StoredRights = { _id: deps.newId(), accountId: owner._id, name, permissions }
  const changes = [{ field: name, before: null, after: permissions.join(', ') }]
  const record = authorityWrite(ctx, { endpoint: rightsApi.create, at: deps.now(), object: owner, changes })
  await deps.transaction(async tx => {
    if ((await deps.people.countRights(owner._id, tx)) >= ownRightsMax)
      throw new AppError('UNPROCESSABLE', peopleTexts.rightsFull)
    await deps.people.insertRights(row, tx)
    await deps.write([record], tx)
  })
  return { message: peopleTexts.rightsSaved, data: viewOf(row) }
}

type Changed = OfAccount & { rightsId: string; rights: OwnRights }

export async function changeRights(deps: AccountsDeps, { ctx, input }: Call<Changed>) {
  const owner = await findOwner(deps, ctx, input)
  const { name, permissions } = input.rights
  requireWithinRole(owner, permissions)
  await deps.transaction(async tx => {
    const before = await deps.people.changeRights(owner._id, input.rightsId, { name, permissions }, tx)
    if (!before) throw notFound()
    const changes = [{ field: name, before: before.permissions.join(', '), after: permissions.join(', ') }]
    await deps.write([authorityWrite(ctx, { endpoint: rightsApi.change, at: deps.now(), object: owner, changes })], tx)
  })
  return { message: peopleTexts.rightsSaved, data: { _id: input.rightsId, name, permissions, isStandard: false } }
}

export async function removeRights(deps: AccountsDeps, { ctx, input }: Call<OfAccount & { rightsId: string }>) {
  const owner = await findOwner(deps, ctx, input)
  await deps.transaction(async tx => {
    if ((await deps.people.countWithRights(owner._id, input.rightsId, tx)) > 0)
      throw new AppError('UNPROCESSABLE', peopleTexts.rightsUsed)
    const before = await deps.people.removeRights(owner._id, input.rightsId, tx)
    if (!before) throw notFound()
    const changes = [{ field: before.name, before: before.permissions.join(', '), after: null }]
    await deps.write([authorityWrite(ctx, { endpoint: rightsApi.remove, at: deps.now(), object: owner, changes })], tx)
  })
  return { message: peopleTexts.rightsRemoved }
}

/** @throws AppError VALIDATION */
function requireWithinRole({ role }: Account, permissions: OwnRights['permissions']): void {
  if (permissions.some(right => !can(role, permissionOf(right)))) throw invalid(peopleTexts.beyondRole, 'permissions')
}

const viewOf = ({ _id, name, permissions }: StoredRights): RightsRow => ({ _id, name, permissions, isStandard: false })
