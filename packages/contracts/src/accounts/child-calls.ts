import { z } from 'zod'
import { accountApproval } from '../approval'
import { auditAccount, auditAs } from '../audit'
import { endpoint, PathId, responseOf, SuccessResponse } from '../define'
import type { AnyEndpoint } from '../endpoint'
import type { ExamplesOf } from '../example'
import { type AccountRole, childRoleOf, roleLabels } from '../roles'
import { AsOf } from '../values/days'
import { Account, CreatedAccount } from './account'
import {
  AccountReadQuery,
  accountApi,
  auditToggle,
  creationProofOf,
  DeleteQuery,
  mapRoles,
  senderApi,
  ToggleAction,
} from './account-calls'
import { buildAccountExample, buildCreateExample, buildCreditExamples } from './account-example'
import { accountEditSchema, accountSuccessTexts, newAccountSchema } from './account-input'
import { AccountList, ChildListQuery } from './account-list'
import { creditCalls } from './credit'
import { type AccountLevel, accountLevels, levelOf } from './levels'

const ChildParams = z.strictObject({ parentId: PathId, childId: PathId })

/** The eight calls below one parent, for the accounts one level down. */
export function createChildrenApi(parent: AccountLevel) {
  const childRole = childRoleOf(parent.role)
  if (!childRole) throw new Error(`${parent.role} has no children`)
  const child = levelOf(childRole)
  const id = (verb: string) => `accounts.${parent.role}Children.${verb}`
  const path = `${parent.path}/:parentId/children` as const
  const label = `${roleLabels[childRole]} below one ${roleLabels[parent.role]}`
  const permission = `${child.role}.manage` as const
  const ParentParams = z.strictObject({ parentId: PathId })
  return {
    list: endpoint({
      id: id('list'),
      domain: 'accounts',
      route: `GET /${path}`,
      permission: permission,
      summary: `List: ${label}`,
      params: ParentParams,
      query: ChildListQuery,
      response: AccountList,
    }),
    create: endpoint({
      id: id('create'),
      domain: 'accounts',
      route: `POST /${path}`,
      permission: permission,
      stepUp: creationProofOf(childRole),
      approval: accountApproval('account.create', 'parentId'),
      audit: auditAs(`Account created: ${roleLabels[childRole]}`, 'created {object}'),
      summary: `Create: ${label}`,
      params: ParentParams,
      body: newAccountSchema(childRole),
      response: responseOf(CreatedAccount),
      creates: true,
    }),
    read: endpoint({
      id: id('read'),
      domain: 'accounts',
      route: `GET /${path}/:childId`,
      permission: permission,
      summary: `Read: ${label}`,
      params: ChildParams,
      query: AccountReadQuery,
      response: responseOf(Account, { asOf: AsOf.optional() }),
    }),
    update: endpoint({
      id: id('update'),
      domain: 'accounts',
      route: `PUT /${path}/:childId`,
      permission: permission,
      approval: accountApproval('superadmin.change', 'childId'),
      audit: auditAccount(`Account edited: ${roleLabels[childRole]}`, 'childId', 'changed {object}'),
      summary: `Edit: ${label}; only the given fields change`,
      params: ChildParams,
      body: accountEditSchema(childRole),
      response: responseOf(Account),
    }),
    ...creditCalls({
      id,
      permission,
      path: `${path}/:childId`,
      label,
      level: roleLabels[childRole],
      params: ChildParams,
    }),
    toggle: endpoint({
      id: id('toggle'),
      domain: 'accounts',
      route: `PATCH /${path}/:childId/toggle-status/:action`,
      permission: permission,
      stepUp: 'strict',
      audit: auditToggle(roleLabels[childRole], 'childId'),
      summary: `Activate or deactivate: ${label}`,
      params: z.strictObject({ parentId: PathId, childId: PathId, action: ToggleAction }),
      response: SuccessResponse,
    }),
    remove: endpoint({
      id: id('remove'),
      domain: 'accounts',
      route: `DELETE /${parent.path}/:parentId/children/delete/:childId`,
      permission: permission,
      stepUp: 'always',
      approval: accountApproval('account.delete', 'childId'),
      audit: auditAccount(`Account deleted: ${roleLabels[childRole]}`, 'childId', 'deleted {object}'),
      summary: `Delete: ${label}; its balance returns to the parent first. Rejected while it has open tickets, unclaimed wins or debts`,
      params: ChildParams,
      query: DeleteQuery,
      response: SuccessResponse,
    }),
  }
}
export type ChildrenApi = ReturnType<typeof createChildrenApi>

/** By the role of the parent: `childrenApi.admin.list` lists the super area managers below one admin. */
export const childrenApi = mapRoles(
  accountLevels.filter(entry => entry.children),
  createChildrenApi,
)

/** The calls of all levels, in matching order. */
export const accountEndpoints: readonly AnyEndpoint[] = [
  senderApi,
  ...Object.values(childrenApi),
  ...Object.values(accountApi),
].flatMap(api => Object.values<AnyEndpoint>(api))

export function childExamples(parent: AccountRole): ExamplesOf<ChildrenApi> {
  const role = childRoleOf(parent) ?? 'player'
  const account = buildAccountExample(role)
  const { transfer, adjust } = buildCreditExamples(role)
  return {
    fields: { parentId: `id-${parent}`, childId: account._id, toUserId: account._id },
    list: { response: { data: [account] } },
    create: {
      body: buildCreateExample(role),
      response: { message: accountSuccessTexts.created, data: { ...account, pin: 4711 } },
    },
    read: { response: { data: account } },
    update: { body: { lastName: 'Rao' }, response: { data: account } },
    transfer,
    adjust,
    toggle: { params: { action: 'activate' } },
    remove: { response: { message: levelOf(parent).childDeleted } },
  }
}
