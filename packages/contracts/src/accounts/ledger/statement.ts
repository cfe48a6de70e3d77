import { z } from 'zod'
import {
  CallerQuery,
  endpoint,
  idempotencyKeyPattern,
  listQueryOf,
  PathId,
  responseOf,
  Searched,
  SearchText,
} from '../../define'
import type { ExamplesOf } from '../../example'
import { Role } from '../../roles'
import { AsOf, Moment } from '../../values/days'
import { Points } from '../../values/points'
import { BranchFigures } from '../account'
import { ActedBy } from '../credit'
import { reversalFields } from './reversible'

export const transferKinds = [
  ...(['transfer', 'generated', 'credit', 'debit', 'return', 'reversal', 'commission'] as const),
  ...(['stake', 'win', 'correction', 'settlement', 'pool', 'gate', 'void'] as const),
] as const
/**
 * Kinds of transfers. `credit` takes points back from the recipient, `return` is the balance of a deleted account,
 * `reversal` takes an earlier transfer back, `commission` pays a settlement, `correction` recovers what a corrected result
 * overpaid, `void` returns the stake of a ticket. Wallets have no entries of `settlement`, `pool` and `gate`. More kinds
 * may be added.
 */
export const TransferKind = z.enum(transferKinds)
export type TransferKind = z.infer<typeof TransferKind>

/**
 * One entry of a wallet; `amount` is signed, `balance` is the balance after it. Entries from play name their cause: the
 * ticket of a stake or void and its draw, the tickets of a win, the ticket of a correction and its reason.
 */
export const StatementRow = z.object({
  transferId: z.string(),
  seq: z.number().int(),
  kind: TransferKind,
  counterparty: z.string(),
  amount: Points,
  balance: Points,
  note: z.string(),
  /** The actor; for a correction, the operator who replaced the result. */
  by: ActedBy,
  createdAt: z.iso.datetime(),
  gameId: z.string().optional(),
  drawId: z.string().optional(),
  ticketIds: z.array(z.string()).optional(),
  /** `from` and `to` are the results before and after. */
  correction: z.object({ reason: z.string(), from: z.string(), to: z.string() }).optional(),
  /** The deleted player whose win was paid to the account that received the balance. */
  player: z.object({ accountId: z.string(), username: z.string() }).optional(),
  ...reversalFields,
})
export type StatementRow = z.infer<typeof StatementRow>

/** `booked` is final, `refused` for 30 days; an `unknown` request may still be in flight for a few seconds. */
export const TransferOutcome = z.object({ transferId: z.string(), outcome: z.enum(['booked', 'refused', 'unknown']) })

export const TreeNode = z.object({
  _id: z.string(),
  username: z.string(),
  role: Role,
  userStatus: z.boolean(),
  walletBalance: Points,
  children: z.number().int(),
  branch: BranchFigures.optional(),
})

/** Beyond the specification. */
export const ledgerApi = {
  statement: endpoint({
    id: 'accounts.statement.list',
    domain: 'accounts',
    route: 'GET /ledger/:accountId/statement',
    permission: 'tree.read',
    summary:
      'Entries of one wallet, newest first, with the running balance; with `q`, those with words that begin with these, ' +
      'among the newest entries of the period: `searched` says how many, if not all',
    params: z.strictObject({ accountId: PathId }),
    query: listQueryOf(['createdAt']).extend({
      startDate: Moment.optional(),
      endDate: Moment.optional(),
      asOf: AsOf.optional(),
    }),
    response: responseOf(z.array(StatementRow), {
      total: z.number().int().optional(),
      searched: Searched.optional(),
      asOf: AsOf.optional(),
    }),
  }),
  outcome: endpoint({
    id: 'accounts.outcome.read',
    domain: 'accounts',
    route: 'GET /credit/outcome/:transferId',
    permission: 'any',
    summary: 'Outcome of one of your own bookings whose response was lost',
    params: z.strictObject({ transferId: PathId }),
    response: responseOf(TransferOutcome),
  }),
  outcomeOfKey: endpoint({
    id: 'accounts.outcome.find',
    domain: 'accounts',
    route: 'GET /credit/outcome',
    permission: 'any',
    summary: 'Outcome of one of your own bookings or recorded payments, by its `Idempotency-Key`',
    query: CallerQuery.extend({ key: z.string().regex(idempotencyKeyPattern) }),
    response: responseOf(TransferOutcome),
  }),
  tree: endpoint({
    id: 'accounts.tree.read',
    domain: 'accounts',
    route: 'GET /tree/:accountId',
    permission: 'tree.read',
    summary: 'An account and the accounts directly below it',
    params: z.strictObject({ accountId: PathId }),
    query: CallerQuery.extend({ asOf: AsOf.optional() }),
    response: responseOf(z.object({ node: TreeNode, children: z.array(TreeNode) }), { asOf: AsOf.optional() }),
  }),
  search: endpoint({
    id: 'accounts.tree.search',
    domain: 'accounts',
    route: 'GET /tree',
    permission: 'tree.read',
    summary:
      "Accounts in the caller's subtree whose username or unique id starts with `q`, each with its path from the caller",
    query: CallerQuery.extend({ q: SearchText.min(1) }),
    // `path` has the ids from the caller down to the parent, `names` their usernames.
    response: responseOf(
      z.array(TreeNode.extend({ path: z.array(z.string()), names: z.array(z.string()).optional() })),
    ),
  }),
  conservation: endpoint({
    id: 'accounts.conservation.read',
    domain: 'accounts',
    route: 'GET /ledger/conservation',
    permission: 'ledger.verify',
    summary: 'Issued points against the sum of all wallets; `difference` is always 0',
    // `pools` includes unclaimed wins.
    response: responseOf(
      z.object({ issued: Points, wallets: Points, pools: Points, difference: Points, checkedAt: z.iso.datetime() }),
    ),
  }),
}

export const statementRowExample: StatementRow = {
  transferId: '5f0c4b1e-7d2a-5b1c-9a63-2f6a1c0d9e01',
  seq: 7,
  kind: 'transfer',
  counterparty: 'superadmin',
  amount: 100.5,
  balance: 8500,
  note: 'weekly',
  by: { accountId: 'id-superadmin', username: 'superadmin', role: 'superadmin' },
  createdAt: '2026-01-05T10:00:00.000Z',
}

export const ledgerExamples = (): ExamplesOf<typeof ledgerApi> => {
  const { transferId, createdAt } = statementRowExample
  const stake: StatementRow = {
    ...statementRowExample,
    seq: 8,
    kind: 'stake',
    counterparty: 'Fun Target',
    amount: -5,
    balance: 8495,
    note: '',
    gameId: 'MNOQqWWi',
    drawId: 'id-admin_MNOQqWWi_1767607200',
    ticketIds: [transferId],
    by: { accountId: 'id-player', username: 'player1', role: 'player' },
  }
  const node = {
    _id: 'id-admin',
    username: 'admin1',
    role: 'admin' as const,
    userStatus: true,
    walletBalance: 8500,
    children: 1,
  }
  const child = {
    ...node,
    _id: 'id-superareamanager',
    username: 'superareamanager1',
    role: 'superareamanager' as const,
  }
  return {
    fields: { accountId: 'id-admin', transferId, outcome: 'booked', key: 'transfer-2026-01-05-1', q: 'super' },
    statement: {
      query: { page: 1, size: 50, startDate: '2026-01-01T00:00:00Z' },
      response: { data: [stake, statementRowExample], total: 2 },
    },
    tree: { response: { data: { node, children: [child] } } },
    search: { response: { data: [{ ...child, path: ['id-admin'], names: ['admin1'] }] } },
    conservation: {
      response: { data: { issued: 1000, wallets: 1000, pools: 0, difference: 0, checkedAt: createdAt } },
    },
  }
}
