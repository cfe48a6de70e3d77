import { type Networks, networkTexts } from '@cascade/contracts/accounts'
import {
  AppError,
  type Call,
  type Ctx,
  createNetworkTest,
  invalid,
  notFound,
  requirePermission,
} from '@cascade/service-kit'
import type { Account } from '../accounts/account'
import { findInScope, requireActor } from '../accounts/read-account'
import type { AccountsDeps } from '../deps'
import { isAllowed } from './network-store'

type OfUser = { userId: string }

export async function readNetworks(deps: AccountsDeps, { ctx, input }: Call<OfUser>) {
  const { _id } = await findRuled(deps, ctx, input.userId)
  const { networks, below } = (await deps.networks.find(_id)) ?? { networks: [], below: false }
  return { data: { networks, below }, address: ctx.actor.ipAddress }
}

/** @throws AppError VALIDATION for an invalid network, or one that locks the caller out */
export async function changeNetworks(deps: AccountsDeps, { ctx, input }: Call<OfUser & Networks>) {
  await requireActor(deps, ctx)
  const { _id } = await findRuled(deps, ctx, input.userId)
  const { networks, below } = input
  const address = ctx.actor.ipAddress
  const isInside = parseNetworks(networks)
  if (_id === ctx.actor.accountId && networks.length > 0 && !isInside(address)) {
    throw invalid(networkTexts.lockout, 'networks')
  }
  await deps.networks.replace(_id, { networks, below })
  return { data: { networks, below }, address }
}

/** An account below, or a superadmin's own. */
async function findRuled(deps: AccountsDeps, ctx: Ctx, userId: string): Promise<Account> {
  requirePermission(ctx, 'player.manage')
  const account = await findInScope(deps, ctx.actor, userId)
  if (account._id === ctx.actor.accountId && account.role !== 'superadmin') throw notFound()
  return account
}

function parseNetworks(networks: readonly string[]) {
  try {
    return createNetworkTest(networks)
  } catch {
    throw invalid(networkTexts.unknown, 'networks')
  }
}

/** Also reads for an unknown username, so that response times do not tell. */
export async function isFromAllowedNetwork(
  { networks }: Pick<AccountsDeps, 'networks'>,
  account: Account | undefined,
  ipAddress: string,
): Promise<boolean> {
  const rules = await networks.rulesOf(account ? [account] : [])
  return account === undefined || isAllowed(rules.get(account._id), ipAddress)
}

/**
 * The response of a wrong password or code. For another network it carries reason and username, which the gateway logs
 * for the accounts above and does not forward.
 */
export async function rejectSignIn(
  deps: Pick<AccountsDeps, 'networks'>,
  account: Account | undefined,
  { ipAddress, message }: { ipAddress: string; message: string },
): Promise<AppError> {
  if (await isFromAllowedNetwork(deps, account, ipAddress)) return new AppError('UNAUTHENTICATED', message)
  const errors = { username: account?.username ?? '' }
  return new AppError('UNAUTHENTICATED', message, { reason: 'NETWORK_NOT_ALLOWED', errors })
}
