import { type AccountRole, formatPoints, parentRoleOf, toHundredths, toPoints } from '@cascade/contracts'
import {
  accountsPerRunMax,
  activeRunsMax,
  creditTexts,
  type LimitsInput,
  type RunInput,
  runTexts,
} from '@cascade/contracts/accounts'
import {
  AppError,
  type Call,
  type Ctx,
  conflict,
  invalid,
  isDuplicateKey,
  requirePermission,
  requireRight,
  type Tx,
  transferIdOf,
} from '@cascade/service-kit'
import type { Account } from '../accounts/account'
import { requireAccount } from '../accounts/find-account'
import { findListed } from '../accounts/lists/list-accounts'
import type { AccountsDeps } from '../deps'
import { requireLogin } from '../identity/login'
import { confirmPassword, passwordOwnerOf } from '../identity/passwords/confirm-password'
import { limitsOf } from '../identity/policy/ledger-limits'
import { approvalNeeded } from '../identity/policy/require-second-person'
import { requireProof } from '../identity/sessions/require-proof'
import type { Row, Run } from './run-store'

/**
 * Starts a run. Its accounts are selected now, in the actor's scope. A retry with the same key returns the same run.
 * @throws AppError CONFLICT if the selection no longer has the confirmed number of accounts
 */
export async function startRun(deps: AccountsDeps, { ctx, input }: Call<RunInput>): Promise<Run> {
  const { operation, role, parentId, note = '', password, ...target } = input
  requirePermission(ctx, 'runs.manage')
  requirePermission(ctx, `${role}.manage`)
  requireRight(ctx, operation === 'give-credit' ? 'credit.move' : `${role}.manage`)
  if (operation === 'log-out' && role !== 'player') throw invalid(runTexts.onlyPlayers, 'operation')
  if (operation === 'suspend' || operation === 'activate') await requireProof(deps, ctx, 'strict')
  const request = JSON.stringify({ operation, role, parentId, note, ...target })
  return beginRun(deps, ctx, request, async account => {
    const amount = operation === 'give-credit' ? requireAmount(input) : undefined
    const limits = operation === 'set-limits' ? requireLimits(input) : undefined
    if (amount !== undefined)
      await confirmPassword(deps, ctx, { account: passwordOwnerOf(account), password: password ?? '' })
    const rows = await findRows(deps, ctx, input)
    if (amount !== undefined) await requireTotal(deps, ctx, { amount, count: rows.length, role })
    const what = { ...(amount === undefined ? {} : { amount }), ...(limits && { limits }) }
    return { order: { operation, role, parentId, note, ...what }, rows }
  })
}

type Order = Pick<Run, 'operation' | 'role' | 'parentId' | 'amount' | 'limits' | 'note' | 'paidAs' | 'undoes'>
/** `write`: further writes of the transaction that stores the run. */
type Prepared = { order: Order; rows: readonly Row[]; write?: (tx: Tx) => Promise<void> }

/**
 * Stores a run and notifies the worker. A retry with the same key returns the same run.
 * @param request without secrets, equal in a retry
 * @param prepare checks the request and builds the rows
 */
export async function beginRun(
  deps: AccountsDeps,
  ctx: Ctx,
  request: string,
  prepare: (account: Account) => Promise<Prepared>,
): Promise<Run> {
  const { actor, idempotencyKey } = ctx
  const { account, passwordVersion } = await requireLogin(deps, ctx)
  const runId = idempotencyKey === undefined ? deps.newId() : runIdOf(actor.accountId, idempotencyKey)
  const started = await findStarted(deps, ctx, { runId, request })
  if (started) return started
  await deps.attempts.countUse('run', actor.accountId)

  const { order, rows, write } = await prepare(account)
  const run: Run = {
    _id: runId,
    actor,
    requestId: ctx.requestId,
    passwordVersion,
    request,
    ...order,
    total: rows.length,
    refusedIn: [],
    startedAt: deps.now(),
    ...(rows.length > 0 ? { state: 'running' } : { state: 'done', endedAt: deps.now() }),
  }
  try {
    await deps.transaction(async tx => {
      // Insert first: a concurrent start with the same key must fail as a duplicate, not as one run too many.
      await deps.runs.insert(run, rows, tx)
      await write?.(tx)
      const running = await deps.runs.runningOperations(actor.accountId, tx)
      if (running.length > activeRunsMax) throw conflict(runTexts.busy)
      const creations = running.filter(operation => operation === 'create')
      if (order.operation === 'create' && creations.length > 1) throw conflict(runTexts.creating)
    })
    deps.notify.runs()
    return run
  } catch (error) {
    const concurrent = isDuplicateKey(error) ? await findStarted(deps, ctx, { runId, request }) : undefined
    if (!concurrent) throw error
    return concurrent
  }
}

export const runIdOf = (accountId: string, key: string) => transferIdOf(accountId, `run:${key}`)

/** The run started under the key. @throws AppError UNPROCESSABLE if its request was different */
async function findStarted(
  deps: AccountsDeps,
  ctx: Ctx,
  { runId, request }: { runId: string; request: string },
): Promise<Run | undefined> {
  const run = await deps.runs.find(runId)
  if (!run) return undefined
  if (run.request !== request) {
    throw new AppError('UNPROCESSABLE', 'This Idempotency-Key belongs to another request.', { reason: 'KEY_REUSED' })
  }
  ctx.setHeader('Idempotent-Replayed', 'true')
  return run
}

function requireLimits({ limits = {} }: RunInput): LimitsInput {
  if (Object.values(limits).every(max => max === undefined)) throw invalid(runTexts.noLimits, 'limits')
  return limits
}

function requireAmount({ amount, password }: RunInput): bigint {
  if (amount === undefined) throw invalid(creditTexts.transferAmount, 'amount')
  if (password === undefined) throw invalid(creditTexts.transferPassword, 'password')
  return toHundredths(amount)
}

async function findRows(deps: AccountsDeps, ctx: Ctx, input: RunInput) {
  const found = await findAccounts(deps, ctx, input)
  if (found.length !== input.count) throw conflict(runTexts.changed)
  return found.map(({ _id, username }) => ({ accountId: _id, username }))
}

async function findAccounts(deps: AccountsDeps, ctx: Ctx, { role, parentId, userIds = [], filter }: RunInput) {
  if (!filter) {
    const byId = new Map((await deps.accounts.findMany(userIds)).map(account => [account._id, account]))
    return [...new Set(userIds)].map(id => requireAccount(ctx.actor, byId.get(id), { role, parentId }))
  }
  const parentRole = parentRoleOf(role)
  const parent = parentId !== undefined && parentRole ? { parent: { role: parentRole, id: parentId } } : {}
  const { rows, total } = await findListed(deps, { ctx, input: { role, query: filter, ...parent } })
  if (total > accountsPerRunMax) throw new AppError('UNPROCESSABLE', runTexts.tooMany)
  return rows
}

type Total = { amount: bigint; count: number; role: AccountRole }

async function requireTotal(deps: AccountsDeps, { actor }: Ctx, { amount, count, role }: Total): Promise<void> {
  const sum = amount * BigInt(count)

  const balance = (await deps.balances([actor.accountId])).get(actor.accountId) ?? 0n
  if (sum > balance) {
    const errors = { amount: creditTexts.insufficient }
    throw new AppError('VALIDATION', creditTexts.insufficient, { reason: 'INSUFFICIENT', errors })
  }
  const { transfer: limit } = limitsOf((await deps.policy.read()).policy)
  if (limit === undefined || actor.approvedBy) return
  const { transfer: moved } = await deps.ledger.movedToday(actor.accountId)
  if (moved + sum >= limit)
    throw approvalNeeded({
      ...{ operation: 'credit.transfer', amount: sum, payerId: actor.accountId },
      details: { role, accounts: String(count), each: formatPoints(toPoints(amount)) },
    })
}
