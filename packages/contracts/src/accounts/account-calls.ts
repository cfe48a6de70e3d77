import { z } from 'zod'
import { answerOf, CallerQuery, Done, endpoint, IdParams, Nothing, PathId } from '../define'
import type { ExamplesOf } from '../example'
import type { Permission } from '../permissions'
import { type AccountRole, isBackOfficeRole, roleLabels } from '../roles'
import { type Tell, tell, tellOf } from '../tell'
import { AsOf } from '../values/days'
import { Points } from '../values/points'
import { Account, CreatedAccount } from './account'
import { buildAccountExample, buildCreateExample, buildCreditExamples } from './account-example'
import { accountDone, createInputOf, updateInputOf } from './account-input'
import { AccountList, AccountListQuery } from './account-list'
import { creditCalls } from './credit'
import { type AccountLevel, accountLevels, levelOf } from './levels'

export const ToggleAction = z
  .string()
  .transform(value => value.replace(/^:/, ''))
  .pipe(z.enum(['activate', 'deactivate']))

/** Admins may read the path of their own level, which only superadmins manage. */
export const mayRead = (role: AccountRole): Permission => (role === 'admin' ? 'admin.read' : `${role}.manage`)
/** Every back-office role may edit its own profile through the path of its level. */
const editPermissionOf = (role: AccountRole): Permission =>
  isBackOfficeRole(role) && role !== 'superadmin' ? `${role}.edit` : `${role}.manage`

/**
 * With `settle`, a player with open tickets, unclaimed wins or debts is closed to bets, and deleted once everything is
 * settled.
 */
export const DeleteQuery = CallerQuery.extend({ settle: z.literal('true').optional() })
/** With `asOf`, balances are those of that moment. */
export const AsOfQuery = CallerQuery.extend({ asOf: AsOf.optional() })

export const auditToggle =
  (label: string, param: 'userId' | 'childId'): Tell =>
  ({ params }) => ({
    subject: `Account ${params.action === 'activate' ? 'activated' : 'deactivated'}: ${label}`,
    does: `${params.action === 'activate' ? 'activated' : 'deactivated'} {object}`,
    accountId: params[param],
  })

/** The eight calls of a level at its own path. Static paths come before those with a parameter. */
export function createAccountApi({ role, path }: AccountLevel) {
  const id = (verb: string) => `accounts.${role}.${verb}`
  const label = roleLabels[role]
  const permission = `${role}.manage` as const
  return {
    create: endpoint({
      id: id('create'),
      domain: 'accounts',
      call: `POST /${path}/create`,
      may: permission,
      tell: tell(`Account created: ${label}`, 'created {object}'),
      summary: `Create: ${label}`,
      body: createInputOf(role),
      answer: answerOf(CreatedAccount),
      creates: true,
    }),
    list: endpoint({
      id: id('list'),
      domain: 'accounts',
      call: `GET /${path}/all`,
      may: mayRead(role),
      summary: `List: ${label}, in the caller's subtree`,
      query: AccountListQuery,
      answer: AccountList,
    }),
    ...creditCalls({ id, permission, path, label, level: label, params: Nothing }),
    toggle: endpoint({
      id: id('toggle'),
      domain: 'accounts',
      call: `PATCH /${path}/toggle-status/:userId/:action`,
      may: permission,
      tell: auditToggle(label, 'userId'),
      summary: `Activate or deactivate: ${label}`,
      params: z.strictObject({ userId: PathId, action: ToggleAction }),
      answer: Done,
    }),
    read: endpoint({
      id: id('read'),
      domain: 'accounts',
      call: `GET /${path}/:id`,
      may: mayRead(role),
      summary: `Read: ${label}`,
      params: IdParams,
      query: AsOfQuery,
      answer: answerOf(Account, { asOf: AsOf.optional() }),
    }),
    update: endpoint({
      id: id('update'),
      domain: 'accounts',
      call: `PUT /${path}/:id`,
      may: editPermissionOf(role),
      tell: tellOf(`Account edited: ${label}`, 'id', 'changed {object}'),
      summary: `Edit: ${label}; only the given fields change. One's own account: profile fields only`,
      params: IdParams,
      body: updateInputOf(role),
      answer: answerOf(Account),
    }),
    remove: endpoint({
      id: id('remove'),
      domain: 'accounts',
      call: `DELETE /${path}/:id`,
      may: permission,
      tell: tellOf(`Account deleted: ${label}`, 'id', 'deleted {object}'),
      summary: `Delete: ${label}; its balance returns to the parent first. Rejected while it has open tickets, unclaimed wins or debts`,
      params: IdParams,
      query: DeleteQuery,
      answer: Done,
    }),
  }
}
export type AccountApi = ReturnType<typeof createAccountApi>

/** The sender of a gift, loan or otc account. */
function createSenderApi({ role, path }: AccountLevel) {
  return endpoint({
    id: `accounts.${role}Sender.read`,
    domain: 'accounts',
    call: `GET /${path}/loadcredit/:id`,
    may: `${role}.manage`,
    summary: `Sender of credit to: ${roleLabels[role]}`,
    params: IdParams,
    query: CallerQuery,
    answer: answerOf(z.object({ _id: z.string(), username: z.string(), walletBalance: Points }), {
      senderAmount: z.object({ _id: z.string(), walletBalance: Points }),
    }),
  })
}

export const mapRoles = <T>(entries: readonly AccountLevel[], make: (entry: AccountLevel) => T) =>
  Object.fromEntries(entries.map(entry => [entry.role, make(entry)])) as Record<AccountRole, T>

export const accountApi = mapRoles(accountLevels, createAccountApi)
export const senderApi = mapRoles(
  accountLevels.filter(entry => ['gift', 'loan', 'otc'].includes(entry.role)),
  createSenderApi,
)

export function accountExamples(role: AccountRole): ExamplesOf<AccountApi> {
  const account = buildAccountExample(role)
  const { transfer, adjust } = buildCreditExamples(role)
  return {
    fields: { id: account._id, userId: account._id, toUserId: account._id },
    create: {
      body: buildCreateExample(role, account.refId?._id),
      answer: { message: accountDone.created, data: { ...account, pin: 4711 } },
    },
    list: { query: { page: 1, size: 10, sort: 'username', order: 'asc', q: 'asha' }, answer: { data: [account] } },
    transfer,
    adjust,
    toggle: { params: { action: 'deactivate' }, answer: { message: `${roleLabels[role]} deactivated` } },
    read: { answer: { data: account } },
    update: { body: { lastName: 'Rao' }, answer: { data: account } },
    remove: { answer: { message: levelOf(role).deleted } },
  }
}

export function senderExamples(role: AccountRole): ExamplesOf<{ sender: ReturnType<typeof createSenderApi> }> {
  const sender = { _id: 'id-admin', walletBalance: 8500 }
  return { fields: { id: `id-${role}`, data: { ...sender, username: 'admin1' }, senderAmount: sender } }
}
