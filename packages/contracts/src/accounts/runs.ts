import { z } from 'zod'
import { approvalOf } from '../approval'
import { asNote, asPoints, auditAs, type RawRequest } from '../audit'
import {
  CallerQuery,
  endpoint,
  Id,
  idempotencyKeyPattern,
  ListQuery,
  listResponseOf,
  PathId,
  responseOf,
} from '../define'
import { sideRoles, treeRoles } from '../roles'
import { Points } from '../values/points'
import { freeText } from '../values/text'
import { AccountListQuery } from './account-list'
import { CreationInput, creationBytesMax, tooManyRowsText } from './creation'
import { amountSchema, creditTexts, passwordSchema } from './credit'
import { LimitsInput } from './limits'

export const runOperations = ['suspend', 'activate', 'log-out', 'give-credit', 'set-limits'] as const
export type RunOperation = (typeof runOperations)[number]
/** Maximum accounts of one run. */
export const accountsPerRunMax = 10_000
/** Maximum accounts selected by id. */
export const idsPerRunMax = 1_000
/** Maximum active runs per user; at most one of them creates accounts. */
export const activeRunsMax = 3

export const runTexts = {
  target: 'Name either accounts or a filter.',
  noLimits: 'Name at least one limit.',
  tooMany: 'A run takes 10,000 accounts at most. Please narrow the list.',
  changed: 'The list has changed in the meantime. Please review it.',
  busy: 'Three of your runs are still active. Please wait for one of them to finish.',
  creating: 'Your last bulk creation is still running. Please wait for it to finish.',
  tooManyRows: tooManyRowsText,
  unreadable: 'Its password can no longer be read. Please create it again.',
  onlyPlayers: 'Only players can be signed out.',
  actorGone: 'The user who started it is no longer allowed to do this.',
  stopped: 'Stopped on request.',
  notStopped: 'A closed week is always finished.',
  notUndone: 'Only a finished run that deactivated or activated accounts can be undone.',
  nothingChanged: 'It changed no account.',
  changedSince: 'Its status was changed again since. It is left as it is.',
} as const

const RunTarget = {
  /** Level of the accounts; with `parentId`, only those below one parent. */
  role: z.enum([...treeRoles, ...sideRoles]),
  parentId: Id.optional(),
}

/** The filter of an account list. */
export const RunFilter = AccountListQuery.pick({
  q: true,
  status: true,
  parent: true,
  balanceFrom: true,
  balanceTo: true,
  createdFrom: true,
  createdTo: true,
  limitDay: true,
})

/** Accounts by id, or all of a filter, which is evaluated once, at the start. */
export const RunInput = z
  .strictObject({
    operation: z.enum(runOperations),
    ...RunTarget,
    userIds: z.array(Id).min(1).max(idsPerRunMax).optional(),
    filter: RunFilter.optional(),
    /** Number of accounts that the user confirmed; if it has changed, nothing is done. */
    count: z.number().int().min(1).max(accountsPerRunMax, runTexts.tooMany),
    amount: amountSchema(creditTexts.transferAmount).optional(),
    password: passwordSchema(creditTexts.transferPassword).optional(),
    note: freeText().max(200).optional(),
    /** Of `set-limits`. */
    limits: LimitsInput.optional(),
  })
  .refine(({ userIds, filter }) => (userIds === undefined) !== (filter === undefined), {
    message: runTexts.target,
    path: ['filter'],
  })
export type RunInput = z.infer<typeof RunInput>

const runStates = ['running', 'done', 'stopped'] as const
/** `done` and `refused` count rows. The rest is pending; once the run is over, nothing happens to it. */
export const Run = z.object({
  _id: z.string(),
  operation: z.enum([...runOperations, 'create', 'close-week', 'pay-commissions']),
  ...RunTarget,
  state: z.enum(runStates),
  /** Reason of an early stop. */
  why: z.string().optional(),
  total: z.number().int(),
  done: z.number().int(),
  refused: z.number().int(),
  amount: Points.optional(),
  note: z.string(),
  /** The run that this run undoes, and the run that undoes this one. */
  undoes: z.string().optional(),
  undoneBy: z.string().optional(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().optional(),
})
export type Run = z.infer<typeof Run>

export const runRowStates = ['waiting', 'done', 'refused'] as const
export const RunRow = z.object({
  accountId: z.string(),
  /** Empty until the account is created. */
  username: z.string(),
  state: z.enum(runRowStates),
  /** Reason of a rejection. */
  message: z.string().optional(),
  /** Only of a new status: false if the account had it already. */
  changed: z.boolean().optional(),
  /** Only in a bulk creation: line and fields of the request, without secrets, and the generated id. */
  line: z.number().int().optional(),
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  uniqueId: z.string().optional(),
})
export type RunRow = z.infer<typeof RunRow>

const runPage = { ...CallerQuery.shape, page: ListQuery.shape.page, size: ListQuery.shape.size }
const RunParams = z.strictObject({ runId: PathId })

const subjects: Readonly<Record<string, string>> = {
  create: 'Accounts created',
  suspend: 'Accounts suspended',
  activate: 'Accounts activated',
  'log-out': 'Players signed out',
  'give-credit': 'Credit given',
  'set-limits': 'Limits changed',
}
const auditStart = (operation: unknown, size: unknown) => ({
  subject: `${subjects[String(operation)] ?? 'Run'}: started for ${Number(size) || 0} accounts`,
  does: `started a run for ${Number(size) || 0} accounts`,
})
const auditRun = ({ body }: RawRequest) => ({
  ...auditStart(body.operation, body.count),
  amount: asPoints(body.amount),
  note: asNote(body.note),
})

/**
 * A bulk operation that the service applies to one account after another, without the client. Each account is processed
 * once, even across interruptions. Runs are kept for 30 days.
 */
export const runApi = {
  start: endpoint({
    id: 'accounts.run.create',
    domain: 'accounts',
    route: 'POST /runs',
    permission: 'runs.manage',
    approval: approvalOf(({ parentId }: RunInput) => ({ operation: 'credit.transfer', accountId: parentId })),
    audit: auditRun,
    errors: ['CONFLICT', 'NOT_FOUND', 'UNPROCESSABLE'],
    summary: 'Suspend, activate, sign out, limit or give credit to many accounts; once per `Idempotency-Key`',
    body: RunInput,
    response: responseOf(Run),
    creates: true,
  }),
  createAccounts: endpoint({
    id: 'accounts.creation.create',
    domain: 'accounts',
    route: 'POST /runs/accounts',
    permission: 'runs.manage',
    stepUp: 'strict',
    approval: approvalOf(({ parentId }: CreationInput) => ({
      operation: 'account.create',
      accountId: parentId,
      isSecret: true,
    })),
    audit: ({ body: { rows } }) => auditStart('create', Array.isArray(rows) ? rows.length : 0),
    errors: ['CONFLICT', 'NOT_FOUND', 'UNPROCESSABLE'],
    summary: 'Create many accounts of one level, each like a single create; once per `Idempotency-Key`',
    jsonBytesMax: creationBytesMax,
    body: CreationInput,
    response: responseOf(Run),
    creates: true,
  }),
  list: endpoint({
    id: 'accounts.run.list',
    domain: 'accounts',
    route: 'GET /runs',
    permission: 'runs.manage',
    summary:
      "The caller's runs of the last 30 days, newest first; with `key`, the run started with this `Idempotency-Key`",
    query: z.strictObject({ ...runPage, key: z.string().regex(idempotencyKeyPattern).optional() }),
    response: listResponseOf(Run),
  }),
  read: endpoint({
    id: 'accounts.run.read',
    domain: 'accounts',
    route: 'GET /runs/:runId',
    permission: 'runs.manage',
    errors: ['NOT_FOUND'],
    summary: "One of the caller's runs with the result for each account",
    params: RunParams,
    query: z.strictObject({ ...runPage, state: z.enum(runRowStates).optional() }),
    response: responseOf(z.array(RunRow), { total: z.number().int(), run: Run }),
  }),
  stop: endpoint({
    id: 'accounts.run.stop',
    domain: 'accounts',
    route: 'POST /runs/:runId/stop',
    permission: 'runs.manage',
    audit: auditAs('Run stopped', 'stopped a run'),
    summary: "Stop one of the caller's runs: the account in progress is finished, the rest stays unchanged",
    errors: ['CONFLICT', 'NOT_FOUND'],
    params: RunParams,
    response: responseOf(Run),
  }),
  undo: endpoint({
    id: 'accounts.run.undo',
    domain: 'accounts',
    route: 'POST /runs/:runId/undo',
    permission: 'runs.manage',
    audit: auditAs('Run undone', 'undid a run'),
    summary:
      'Give the accounts that a finished run suspended or activated their former status, by another run; once. Accounts ' +
      'whose status was changed again since are left alone',
    errors: ['CONFLICT', 'NOT_FOUND'],
    params: RunParams,
    response: responseOf(Run),
  }),
}
