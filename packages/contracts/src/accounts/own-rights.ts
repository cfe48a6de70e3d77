import { z } from 'zod'
import { auditAs } from '../audit'
import { endpoint, IdParams, responseOf, SuccessResponse } from '../define'
import type { ExamplesOf } from '../example'
import { Right, standardRights } from '../rights'
import { nameText } from '../values/text'
import { OfAccountQuery } from './people'

export const OwnRights = z.strictObject({
  name: nameText('Name is required').min(1, 'Name is required').max(60),
  permissions: z.array(Right).min(1, 'Choose a permission').max(200),
})
export type OwnRights = z.infer<typeof OwnRights>

export const RightsRow = OwnRights.extend({ _id: z.string(), isStandard: z.boolean() })
export type RightsRow = z.infer<typeof RightsRow>

export const rightsApi = {
  list: endpoint({
    id: 'accounts.rights.list',
    domain: 'accounts',
    route: 'GET /rights',
    permission: 'people.manage',
    summary: 'The standard rights and those of the account, with their permissions',
    errors: ['NOT_FOUND'],
    query: OfAccountQuery,
    response: responseOf(z.array(RightsRow)),
  }),
  create: endpoint({
    id: 'accounts.rights.create',
    domain: 'accounts',
    route: 'POST /rights',
    permission: 'people.manage',
    stepUp: 'always',
    audit: auditAs('Rights added', 'added rights'),
    summary: 'Add rights of the account: a subset of the permissions of its role',
    errors: ['NOT_FOUND', 'UNPROCESSABLE'],
    query: OfAccountQuery,
    body: OwnRights,
    response: responseOf(RightsRow),
    creates: true,
  }),
  change: endpoint({
    id: 'accounts.rights.change',
    domain: 'accounts',
    route: 'PUT /rights/:id',
    permission: 'people.manage',
    stepUp: 'always',
    audit: auditAs('Rights changed', 'changed rights'),
    summary: 'Change rights of the account; its people have the new ones within seconds',
    errors: ['NOT_FOUND'],
    params: IdParams,
    query: OfAccountQuery,
    body: OwnRights,
    response: responseOf(RightsRow),
  }),
  remove: endpoint({
    id: 'accounts.rights.remove',
    domain: 'accounts',
    route: 'DELETE /rights/:id',
    permission: 'people.manage',
    stepUp: 'always',
    audit: auditAs('Rights removed', 'removed rights'),
    summary: 'Remove rights of the account that no person has',
    errors: ['NOT_FOUND', 'UNPROCESSABLE'],
    params: IdParams,
    query: OfAccountQuery,
    response: SuccessResponse,
  }),
}

const rightsExample: RightsRow = {
  _id: 'id-rights',
  name: 'Night shift',
  permissions: ['live.control', 'player.manage:read'],
  isStandard: false,
}

export const rightsExamples = (): ExamplesOf<typeof rightsApi> => {
  const { name, permissions } = rightsExample
  return {
    fields: { id: 'id-rights', name, permissions },
    list: {
      response: {
        data: [{ _id: standardRights[3], name: 'Auditor', permissions: ['reports.read:read'], isStandard: true }],
      },
    },
    create: { response: { data: rightsExample } },
    change: { response: { data: rightsExample } },
  }
}
