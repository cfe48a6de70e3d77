import { toPoints } from '@cascade/contracts'
import { ledgerApi, sessionApi } from '@cascade/contracts/accounts'
import { type Actor, agentsOf, type Call, pastMoment, type Routes, requirePermission } from '@cascade/service-kit'
import { findInScope } from '../accounts/find-account'
import { toReversalFields } from '../credit/read-transfer'
import type { AccountsDeps } from '../deps'
import { createEntrySearch, gameNamesOf } from './entry-search'
import { searchTree, type TreeNode, toNodes } from './tree-node'

export const hierarchyRoutes: Routes<AccountsDeps> = ({ serve }, deps) => {
  serve(ledgerApi.tree, ({ ctx, params, query: { asOf } }) => readTree(deps, { ctx, input: { ...params, asOf } }))
  serve(ledgerApi.search, ({ ctx, query }) => searchTree(deps, { ctx, input: query }))
  serve(sessionApi.userCount, ({ ctx }) => countUsers(deps, { ctx, input: {} }))
  serve(ledgerApi.statement, ({ ctx, params, query }) =>
    readStatement(deps, { ctx, input: { ...query, accountId: params.accountId } }),
  )
  serve(ledgerApi.conservation, ({ ctx }) => readConservation(deps, { ctx, input: {} }))
}

/** Names of the counts are fixed by the specification. */
const roleByCount = {
  count: 'player',
  countAdmins: 'admin',
  countSuperDistributors: 'superareamanager',
  countDistributors: 'areamanager',
  countRetailers: 'master',
} as const
type UserCounts = Record<keyof typeof roleByCount, number>

/** Live accounts per level below the actor, excluding the actor. */
async function countUsers(deps: AccountsDeps, { ctx }: Call): Promise<UserCounts> {
  requirePermission(ctx, 'counts.read')
  const scope = ctx.actor
  const entries = Object.entries(roleByCount).map(async ([name, role]) => {
    const count = scope.role === role ? 0 : await deps.directory.count({ role, scope })
    return [name, count] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as UserCounts
}

async function readConservation(deps: AccountsDeps, { ctx }: Call) {
  requirePermission(ctx, 'ledger.verify')
  const { issued, wallets, pools, difference, checkedAt } = await deps.ledger.conservation()
  const data = {
    issued: toPoints(issued),
    wallets: toPoints(wallets),
    pools: toPoints(pools),
    difference: toPoints(difference),
    checkedAt: checkedAt.toISOString(),
  }
  return { data }
}

type StatementInput = {
  accountId: string
  q?: string | undefined
  page?: number | undefined
  size?: number | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  asOf?: string | undefined
}

export const defaultSize = 50

async function readStatement(deps: AccountsDeps, { ctx, input }: Call<StatementInput>) {
  const { accountId, q, page = 1, size = defaultSize, startDate, endDate, asOf } = input
  requirePermission(ctx, 'tree.read')
  const until = earlierOf(endDate === undefined ? undefined : new Date(endDate), pastMoment(asOf, deps.now()))
  const account = await findInScope(deps, ctx.actor, accountId, { deleted: true })
  const from = startDate === undefined ? undefined : new Date(startDate)
  return { ...(await readEntries(deps, ctx.actor, account._id, { q, from, to: until, page, size })), asOf }
}

type Window = { q?: string | undefined; from: Date | undefined; to: Date | undefined; page: number; size: number }

/** Entries of a wallet in a time window, with game names, as API rows. */
export async function readEntries(
  deps: AccountsDeps,
  viewer: Actor,
  walletId: string,
  { q = '', from, to, page, size }: Window,
) {
  const { rows, total, searched } = await deps.ledger.statement(walletId, {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    page,
    size,
    matches: q === '' ? undefined : createEntrySearch(deps, q),
  })
  const names = await gameNamesOf(deps, rows)
  const data = rows.map(({ by, gameId, reverses, reversedBy, ...row }) => ({
    ...row,
    ...toReversalFields({ ...row, by, reverses, reversedBy }, viewer),
    gameId,
    counterparty: (gameId && names.get(gameId)) ?? row.counterparty,
    by: { accountId: by.id, username: by.username, role: by.role, ...agentsOf(by) },
    amount: toPoints(row.amount),
    balance: toPoints(row.balance),
    createdAt: row.createdAt.toISOString(),
  }))
  return { data, total, searched }
}

const earlierOf = (one: Date | undefined, other: Date | undefined) =>
  one && other && other < one ? other : (one ?? other)

async function readTree(deps: AccountsDeps, { ctx, input }: Call<{ accountId: string; asOf?: string | undefined }>) {
  requirePermission(ctx, 'tree.read')
  const at = pastMoment(input.asOf, deps.now())
  const account = await findInScope(deps, ctx.actor, input.accountId)
  const below = await deps.directory.childrenOf(account._id)
  const [node, ...children] = await toNodes(deps, [account, ...below], at)
  return { data: { node: node as TreeNode, children }, asOf: input.asOf }
}
