import { mayRead } from '@cascade/contracts/accounts'
import { type Ask, pastMoment, requirePermission } from '@cascade/service-kit'
import { readBranches } from '../../branches/read-branches'
import type { AccountsDeps } from '../../deps'
import { joinedOf, viewOf } from '../read/account-view'
import { findAccount, type Target } from '../read/find-account'
import { etagOf } from '../rules/versions'

/** One account of a level, with its version as the `ETag`; with `asOf` the points that it had then, without its branch. */
export async function readAccount(deps: AccountsDeps, { ctx, input }: Ask<Target & { asOf?: string | undefined }>) {
  requirePermission(ctx, mayRead(input.role))
  const at = pastMoment(input.asOf, deps.now())
  const account = await findAccount(deps, ctx.actor, input)
  const [joined, branches] = await Promise.all([
    joinedOf(deps, ctx.actor, [account], { at }),
    readBranches(deps, at ? [] : [account]),
  ])
  ctx.setHeader('ETag', etagOf(account))
  return { data: viewOf(account, { ...joined, branches }), asOf: input.asOf }
}
