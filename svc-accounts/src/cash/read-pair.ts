import { isInScope, notFound } from '@cascade/service-kit'
import { isSelf, type Scope } from '../accounts/account'
import type { AccountPlace } from '../accounts/account-store'
import type { AccountsDeps } from '../deps'

type ReadDeps = Pick<AccountsDeps, 'accounts' | 'cash'>

export type Pair = { parent: AccountPlace; child: AccountPlace }

/**
 * A child and its parent, or an earlier parent with whom it has an account, for the two and those above the parent. Both
 * may be deleted. @throws AppError NOT_FOUND
 */
export async function readPair(
  deps: ReadDeps,
  viewer: Scope,
  childId: string,
  earlierParentId?: string,
): Promise<Pair> {
  const child = (await deps.accounts.findPlaces([childId])).get(childId)
  const parentId = earlierParentId || child?.parentId
  if (!child || !parentId) throw notFound()
  const parent = (await deps.accounts.findPlaces([parentId])).get(parentId)
  if (!parent || !(isSelf(viewer, child) || isInScope(viewer, parent))) throw notFound()
  if (parentId !== child.parentId && (await deps.cash.account(parentId, childId)).seq === 0) throw notFound()
  return { parent, child }
}

/** Accounts of the child with other parents that the viewer may read, and their parents. */
export async function readOtherPairs(deps: ReadDeps, viewer: Scope, { parent, child }: Pair) {
  const others = (await deps.cash.ofChild(child._id)).filter(({ parentId }) => parentId !== parent._id)
  const places = await deps.accounts.findPlaces(others.map(({ parentId }) => parentId))
  return others.flatMap(({ parentId, balance }) => {
    const other = places.get(parentId)
    return other && (isSelf(viewer, child) || isInScope(viewer, other)) ? [{ parent: other, balance }] : []
  })
}
