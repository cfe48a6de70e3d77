import { type Networks, networkApi, networkTexts, shutOutMax } from '@cascade/contracts/accounts'
import {
  AppError,
  type Call,
  type Ctx,
  createNetworkTest,
  invalid,
  notFound,
  requirePermission,
} from '@cascade/service-kit'
import { type Account, ancestorIds } from '../../accounts/account'
import { findInScope, requireActor, requireManager } from '../../accounts/find-account'
import { authorityWrite } from '../../activities/authority-event'
import type { AccountsDeps } from '../../deps'
import type { Login } from '../login'
import { requireSecondPerson } from '../policy/require-second-person'
import { isAllowed } from './network-store'

type OfUser = { userId: string }

export async function readNetworks(deps: AccountsDeps, { ctx, input }: Call<OfUser>) {
  const account = await findRuled(deps, ctx, input.userId)
  const { networks, below } = (await deps.networks.find(account._id)) ?? { networks: [], below: false }
  return { data: { networks, below }, address: ctx.actor.ipAddress, inForce: await rulesInForce(deps, account) }
}

/** @throws AppError VALIDATION for an invalid network, or one that locks the caller out */
export async function changeNetworks(
  deps: AccountsDeps,
  { ctx, input }: Call<OfUser & Networks & { preview?: true | undefined }>,
) {
  await requireActor(deps, ctx)
  const account = await findRuled(deps, ctx, input.userId)
  requireManager(ctx, account)
  const { networks, below } = input
  const rule = { networks, below }
  const address = ctx.actor.ipAddress
  const isInside = parseNetworks(networks)
  if (account._id === ctx.actor.accountId && networks.length > 0 && !isInside(address)) {
    throw invalid(networkTexts.lockout, 'networks')
  }
  const shutOut = await findShutOut(deps, account, rule)
  if (!input.preview) await writeRule(deps, ctx, account, rule)
  return { data: rule, address, inForce: await rulesInForce(deps, account), shutOut }
}

async function writeRule(deps: AccountsDeps, ctx: Ctx, account: Account, rule: Networks): Promise<void> {
  const before = await deps.networks.find(account._id)
  const changes = [
    { field: 'networks', before: before?.networks.join(', ') ?? '', after: rule.networks.join(', ') },
    { field: 'also below', before: before?.below ?? false, after: rule.below },
  ].filter(change => change.before !== change.after)
  if (account.role === 'superadmin') {
    const details = Object.fromEntries(changes.map(each => [each.field, `${each.before} → ${each.after}`]))
    await requireSecondPerson(deps, ctx, { operation: 'superadmin.change', details })
  }
  const record = authorityWrite(ctx, { endpoint: networkApi.change, at: deps.now(), object: account, changes })
  await deps.transaction(async tx => {
    await deps.networks.replace(account._id, rule, tx)
    await deps.write([record], tx)
  })
}

/** Open sessions that a rule ends. */
async function findShutOut(deps: AccountsDeps, account: Account, { networks, below }: Networks) {
  const shutOut: { total: number; sessions: { username: string; ipAddress: string }[] } = { total: 0, sessions: [] }
  if (networks.length === 0) return shutOut
  for await (const open of deps.sessions.openInChunks()) {
    const elsewhere = open.filter(({ ipAddress }) => !isAllowed([networks], ipAddress))
    const ids = [...new Set(elsewhere.map(({ accountId }) => accountId))]
    const ruled = new Set([account._id, ...(below && ids.length > 0 ? await deps.accounts.idsBelow(account, ids) : [])])
    for (const { accountId, username, ipAddress } of elsewhere) {
      if (!ruled.has(accountId)) continue
      shutOut.total++
      if (shutOut.sessions.length < shutOutMax) shutOut.sessions.push({ username, ipAddress })
    }
  }
  return shutOut
}

async function rulesInForce(deps: AccountsDeps, account: Account) {
  const above = await deps.accounts.findMany(ancestorIds(account.ancestry))
  const rules = await Promise.all(
    [account, ...above].map(async ({ _id, username }) => ({ _id, username, rule: await deps.networks.find(_id) })),
  )
  return rules.flatMap(({ _id, username, rule }) =>
    rule && (_id === account._id || rule.below) ? [{ username, networks: rule.networks }] : [],
  )
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

/** Also reads for an unknown username, so that response times reveal nothing. */
export async function isFromAllowedNetwork(
  { networks }: Pick<AccountsDeps, 'networks'>,
  account: Account | undefined,
  ipAddress: string,
): Promise<boolean> {
  const rules = await networks.rulesOf(account ? [account] : [])
  return account === undefined || isAllowed(rules.get(account._id), ipAddress)
}

/**
 * The response of a wrong password or code. The gateway logs the username, which a second step does not have, and the
 * reason of another network for the accounts above, and forwards neither.
 */
export async function rejectSignIn(
  deps: Pick<AccountsDeps, 'networks'>,
  login: Login | undefined,
  { ipAddress, message, isSecondStep }: { ipAddress: string; message: string; isSecondStep?: true },
): Promise<AppError> {
  const errors = login && { username: login.username }
  if (await isFromAllowedNetwork(deps, login?.account, ipAddress))
    return new AppError('UNAUTHENTICATED', message, isSecondStep && { errors })
  return new AppError('UNAUTHENTICATED', message, { reason: 'NETWORK_NOT_ALLOWED', errors })
}
