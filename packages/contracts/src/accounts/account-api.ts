import { z } from 'zod'
import { answerOf, CallerQuery, Done, endpoint, IdParams, Nothing, PathId } from '../define'
import type { AnyEndpoint } from '../endpoint'
import type { Permission } from '../permissions'
import { type AccountRole, childRoleOf, isBackOfficeRole, roleLabels } from '../roles'
import { type Tell, tell, tellOf } from '../tell'
import { AsOf } from '../values/days'
import { Points } from '../values/points'
import { Account, CreatedAccount } from './account'
import { createInputOf, updateInputOf } from './account-input'
import { AccountList, AccountListQuery, ChildListQuery } from './account-list'
import { creditCalls } from './credit/credit-calls'
import { type AccountBase, accountBases, baseOf } from './levels'

export const ToggleAction = z
  .string()
  .transform(value => value.replace(/^:/, ''))
  .pipe(z.enum(['activate', 'deactivate']))

/** Admins read their own record on the base that superadmins manage. */
export const mayRead = (role: AccountRole): Permission => (role === 'admin' ? 'admin.read' : `${role}.manage`)
/** Every back-office role edits its own profile on its own base. */
const mayEdit = (role: AccountRole): Permission =>
  isBackOfficeRole(role) && role !== 'superadmin' ? `${role}.edit` : `${role}.manage`

/** With `settle` a player who has something in play is closed to bets, and deleted once all is drawn and paid. */
const DeleteQuery = CallerQuery.extend({ settle: z.literal('true').optional() })
/** With `asOf` the points are those of that moment. */
const AsOfQuery = CallerQuery.extend({ asOf: AsOf.optional() })

const toggleTold =
  (label: string, param: 'userId' | 'childId'): Tell =>
  ({ params }) => ({
    subject: `Account ${params.action === 'activate' ? 'activated' : 'deactivated'}: ${label}`,
    does: `${params.action === 'activate' ? 'activated' : 'deactivated'} {object}`,
    accountId: params[param],
  })

/** The eight calls that each level has at its own base. */
export function accountApiOf({ role, path }: AccountBase) {
  const id = (verb: string) => `accounts.${role}.${verb}`
  const label = roleLabels[role]
  const may = `${role}.manage` as const
  return {
    create: endpoint({
      id: id('create'),
      domain: 'accounts',
      call: `POST /${path}/create`,
      may,
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
      may: mayEdit(role),
      tell: tellOf(`Account edited: ${label}`, 'id', 'changed {object}'),
      summary: `Edit changed fields: ${label}; on oneself, profile fields only`,
      params: IdParams,
      body: updateInputOf(role),
      answer: answerOf(Account),
    }),
    remove: endpoint({
      id: id('remove'),
      domain: 'accounts',
      call: `DELETE /${path}/:id`,
      may,
      tell: tellOf(`Account deleted: ${label}`, 'id', 'deleted {object}'),
      summary: `Delete: ${label}; its balance returns to the parent first, and whoever has something in play is refused`,
      params: IdParams,
      query: DeleteQuery,
      answer: Done,
    }),
    ...creditCalls({ id, may, path, label, level: label, params: Nothing }),
    toggle: endpoint({
      id: id('toggle'),
      domain: 'accounts',
      call: `PATCH /${path}/toggle-status/:userId/:action`,
      may,
      tell: toggleTold(label, 'userId'),
      summary: `Activate or deactivate: ${label}`,
      params: z.strictObject({ userId: PathId, action: ToggleAction }),
      answer: Done,
    }),
  }
}
export type AccountApi = ReturnType<typeof accountApiOf>

const ChildParams = z.strictObject({ parentId: PathId, childId: PathId })

/** The eight calls below one parent, for the level one step under the base's. */
export function childrenApiOf(parent: AccountBase) {
  const childRole = childRoleOf(parent.role)
  if (!childRole) throw new Error(`${parent.role} has no children`)
  const child = baseOf(childRole)
  const id = (verb: string) => `accounts.${parent.role}Children.${verb}`
  const path = `${parent.path}/:parentId/children` as const
  const label = `${roleLabels[childRole]} below one ${roleLabels[parent.role]}`
  const may = `${child.role}.manage` as const
  const ParentParams = z.strictObject({ parentId: PathId })
  return {
    list: endpoint({
      id: id('list'),
      domain: 'accounts',
      call: `GET /${path}`,
      may,
      summary: `List: ${label}`,
      params: ParentParams,
      query: ChildListQuery,
      answer: AccountList,
    }),
    create: endpoint({
      id: id('create'),
      domain: 'accounts',
      call: `POST /${path}`,
      may,
      tell: tell(`Account created: ${roleLabels[childRole]}`, 'created {object}'),
      summary: `Create: ${label}`,
      params: ParentParams,
      body: createInputOf(childRole),
      answer: answerOf(CreatedAccount),
      creates: true,
    }),
    read: endpoint({
      id: id('read'),
      domain: 'accounts',
      call: `GET /${path}/:childId`,
      may,
      summary: `Read: ${label}`,
      params: ChildParams,
      query: AsOfQuery,
      answer: answerOf(Account, { asOf: AsOf.optional() }),
    }),
    update: endpoint({
      id: id('update'),
      domain: 'accounts',
      call: `PUT /${path}/:childId`,
      may,
      tell: tellOf(`Account edited: ${roleLabels[childRole]}`, 'childId', 'changed {object}'),
      summary: `Edit changed fields: ${label}`,
      params: ChildParams,
      body: updateInputOf(childRole),
      answer: answerOf(Account),
    }),
    ...creditCalls({ id, may, path: `${path}/:childId`, label, level: roleLabels[childRole], params: ChildParams }),
    toggle: endpoint({
      id: id('toggle'),
      domain: 'accounts',
      call: `PATCH /${path}/:childId/toggle-status/:action`,
      may,
      tell: toggleTold(roleLabels[childRole], 'childId'),
      summary: `Activate or deactivate: ${label}`,
      params: z.strictObject({ parentId: PathId, childId: PathId, action: ToggleAction }),
      answer: Done,
    }),
    remove: endpoint({
      id: id('remove'),
      domain: 'accounts',
      call: `DELETE /${parent.path}/:parentId/children/delete/:childId`,
      may,
      tell: tellOf(`Account deleted: ${roleLabels[childRole]}`, 'childId', 'deleted {object}'),
      summary: `Delete: ${label}; its balance returns to the parent first, and whoever has something in play is refused`,
      params: ChildParams,
      query: DeleteQuery,
      answer: Done,
    }),
  }
}
export type ChildrenApi = ReturnType<typeof childrenApiOf>

/** The sender's record of a gift, loan or otc account. */
function senderApiOf({ role, path }: AccountBase) {
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

const mapRoles = <T>(entries: readonly AccountBase[], make: (entry: AccountBase) => T) =>
  Object.fromEntries(entries.map(entry => [entry.role, make(entry)])) as Record<AccountRole, T>

/** By role: `accountApi.admin.list` … */
export const accountApi = mapRoles(accountBases, accountApiOf)
/** By the parent's role: `childrenApi.admin.list` lists super area managers below one admin. */
export const childrenApi = mapRoles(
  accountBases.filter(entry => entry.children),
  childrenApiOf,
)
export const senderApi = mapRoles(
  accountBases.filter(entry => ['gift', 'loan', 'otc'].includes(entry.role)),
  senderApiOf,
)

/** Static paths stand before those with a parameter, so that a router which takes the first match is right. */
export const accountEndpoints: readonly AnyEndpoint[] = [
  ...Object.values(senderApi),
  ...Object.values(childrenApi).flatMap(api => Object.values(api)),
  ...Object.values(accountApi).flatMap(({ read, update, remove, ...rest }) => [
    ...Object.values(rest),
    read,
    update,
    remove,
  ]),
]
