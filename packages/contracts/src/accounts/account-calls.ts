import { z } from 'zod'
import { accountApproval } from '../approval'
import { type AuditFormatter, auditAccount, auditAs } from '../audit'
import { CallerQuery, EmptyObject, endpoint, IdParams, PathId, responseOf, SuccessResponse } from '../define'
import type { ExamplesOf } from '../example'
import type { Permission } from '../permissions'
import { type AccountRole, isBackOfficeRole, roleLabels } from '../roles'
import { AsOf } from '../values/days'
import { Points } from '../values/points'
import { Account, CreatedAccount } from './account'
import { buildAccountExample, buildCreateExample, buildCreditExamples } from './account-example'
import { accountEditSchema, accountSuccessTexts, newAccountSchema } from './account-input'
import { AccountList, AccountListQuery } from './account-list'
import { creditCalls } from './credit'
import { type AccountLevel, accountLevels, levelOf } from './levels'

export const ToggleAction = z
  .string()
  .transform(value => value.replace(/^:/, ''))
  .pipe(z.enum(['activate', 'deactivate']))

/** Admins may read the path of their own level, which only superadmins manage. */
export const readPermissionOf = (role: AccountRole): Permission => (role === 'admin' ? 'admin.read' : `${role}.manage`)
/** Every back-office role may edit its own profile through the path of its level. */
const editPermissionOf = (role: AccountRole): Permission =>
  isBackOfficeRole(role) && role !== 'superadmin' ? `${role}.edit` : `${role}.manage`

/**
 * With `settle`, a player with open tickets, unclaimed wins or debts is closed to bets, and deleted once everything is
 * settled.
 */
export const DeleteQuery = CallerQuery.extend({ settle: z.literal('true').optional() })
/** With `asOf`, balances are those of that moment; with `deleted`, a deleted account is found, too. */
export const AccountReadQuery = CallerQuery.extend({ asOf: AsOf.optional(), deleted: z.literal('true').optional() })

/** A superadmin or an admin is a way to power; all others are creations where the policy is strict. */
export const creationProofOf = (role: AccountRole) => (role === 'superadmin' || role === 'admin' ? 'always' : 'strict')

export const auditToggle =
  (label: string, param: 'userId' | 'childId'): AuditFormatter =>
  ({ params }) => ({
    subject: `Account ${params.action === 'activate' ? 'activated' : 'deactivated'}: ${label}`,
    does: `${params.action === 'activate' ? 'activated' : 'deactivated'} {object}`,
    accountId: params[param],
  })

/** The nine calls of a level at its own path. Static paths come before those with a parameter. */
export function createAccountApi({ role, path }: AccountLevel) {
  const id = (verb: string) => `accounts.${role}.${verb}`
  const label = roleLabels[role]
  const permission = `${role}.manage` as const
  return {
    create: endpoint({
      id: id('create'),
      domain: 'accounts',
      route: `POST /${path}/create`,
      permission: permission,
      stepUp: creationProofOf(role),
      approval: accountApproval('account.create'),
      audit: auditAs(`Account created: ${label}`, 'created {object}'),
      summary: `Create: ${label}`,
      body: newAccountSchema(role),
      response: responseOf(CreatedAccount),
      creates: true,
    }),
    list: endpoint({
      id: id('list'),
      domain: 'accounts',
      route: `GET /${path}/all`,
      permission: readPermissionOf(role),
      summary: `List: ${label}, in the caller's subtree`,
      query: AccountListQuery,
      response: AccountList,
    }),
    ...creditCalls({ id, permission, path, label, level: label, params: EmptyObject }),
    toggle: endpoint({
      id: id('toggle'),
      domain: 'accounts',
      route: `PATCH /${path}/toggle-status/:userId/:action`,
      permission: permission,
      stepUp: 'strict',
      approval: accountApproval('superadmin.change', 'userId'),
      audit: auditToggle(label, 'userId'),
      summary: `Activate or deactivate: ${label}`,
      params: z.strictObject({ userId: PathId, action: ToggleAction }),
      response: SuccessResponse,
    }),
    read: endpoint({
      id: id('read'),
      domain: 'accounts',
      route: `GET /${path}/:id`,
      permission: readPermissionOf(role),
      summary: `Read: ${label}`,
      params: IdParams,
      query: AccountReadQuery,
      response: responseOf(Account, { asOf: AsOf.optional() }),
    }),
    update: endpoint({
      id: id('update'),
      domain: 'accounts',
      route: `PUT /${path}/:id`,
      permission: editPermissionOf(role),
      approval: accountApproval('superadmin.change', 'id'),
      audit: auditAccount(`Account edited: ${label}`, 'id', 'changed {object}'),
      summary: `Edit: ${label}; only the given fields change. One's own account: profile fields only`,
      params: IdParams,
      body: accountEditSchema(role),
      response: responseOf(Account),
    }),
    remove: endpoint({
      id: id('remove'),
      domain: 'accounts',
      route: `DELETE /${path}/:id`,
      permission: permission,
      stepUp: 'always',
      approval: accountApproval('account.delete', 'id'),
      audit: auditAccount(`Account deleted: ${label}`, 'id', 'deleted {object}'),
      summary: `Delete: ${label}; its balance returns to the parent first. Rejected while it has open tickets, unclaimed wins or debts`,
      params: IdParams,
      query: DeleteQuery,
      response: SuccessResponse,
    }),
    restore: endpoint({
      id: id('restore'),
      domain: 'accounts',
      route: `POST /${path}/restore/:id`,
      permission: permission,
      stepUp: 'always',
      approval: accountApproval(role === 'superadmin' ? 'superadmin.change' : 'account.create', 'id'),
      audit: auditAccount(`Account restored: ${label}`, 'id', 'restored {object}'),
      summary: `Restore a deleted account within 30 days: ${label}; with a balance of 0, and without contacts that others use now`,
      errors: ['CONFLICT', 'NOT_FOUND'],
      params: IdParams,
      response: responseOf(Account),
    }),
  }
}
export type AccountApi = ReturnType<typeof createAccountApi>

/** The sender of a gift, loan or otc account. */
function createSenderApi({ role, path }: AccountLevel) {
  return endpoint({
    id: `accounts.${role}Sender.read`,
    domain: 'accounts',
    route: `GET /${path}/loadcredit/:id`,
    permission: `${role}.manage`,
    summary: `Sender of credit to: ${roleLabels[role]}`,
    params: IdParams,
    query: CallerQuery,
    response: responseOf(z.object({ _id: z.string(), username: z.string(), walletBalance: Points }), {
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
      response: { message: accountSuccessTexts.created, data: { ...account, pin: 4711 } },
    },
    list: { query: { page: 1, size: 10, sort: 'username', order: 'asc', q: 'asha' }, response: { data: [account] } },
    transfer,
    adjust,
    toggle: { params: { action: 'deactivate' }, response: { message: `${roleLabels[role]} deactivated` } },
    read: { response: { data: account } },
    update: { body: { lastName: 'Rao' }, response: { data: account } },
    remove: { response: { message: levelOf(role).deleted } },
    restore: { response: { message: `${account.username} is restored.`, data: account } },
  }
}

export function senderExamples(role: AccountRole): ExamplesOf<{ sender: ReturnType<typeof createSenderApi> }> {
  const sender = { _id: 'id-admin', walletBalance: 8500 }
  return { fields: { id: `id-${role}`, data: { ...sender, username: 'admin1' }, senderAmount: sender } }
}
