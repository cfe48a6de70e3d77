import { z } from 'zod'
import { accountApproval } from '../approval'
import { auditAccount } from '../audit'
import { endpoint, PathId, responseOf } from '../define'
import type { ExamplesOf } from '../example'

/** Maximum networks per account. */
export const networksMax = 50

export const networkTexts = {
  unknown: 'Neither an address nor a network, e.g. 203.0.113.0/24',
  lockout: 'This would lock out the address that you use now.',
} as const

/** An address or a network; the service checks its parts. */
const Network = z
  .string()
  .max(64)
  .regex(/^[0-9a-fA-F.:]+(\/\d{1,3})?$/, networkTexts.unknown)

/** Where an account may be used from: without networks, from everywhere. */
export const Networks = z.strictObject({
  networks: z.array(Network).max(networksMax, `At most ${networksMax} networks`),
  /** The rule also holds for all accounts below, besides their own. */
  below: z.boolean(),
})
export type Networks = z.infer<typeof Networks>

const params = z.strictObject({ userId: PathId })
/** Maximum sessions that a response names. */
export const shutOutMax = 20

const NetworksResponse = responseOf(Networks, {
  /** Of this call. */
  address: z.string(),
  /** All rules in force for the account: its own, and those of accounts above that hold below. */
  inForce: z.array(z.object({ username: z.string(), networks: z.array(z.string()) })),
  /** After a change or its preview: open sessions that it ends, some of them by name. */
  shutOut: z
    .object({
      total: z.number().int(),
      sessions: z.array(z.object({ username: z.string(), ipAddress: z.string() })).max(shutOutMax),
    })
    .optional(),
})

export const networkApi = {
  read: endpoint({
    id: 'accounts.network.read',
    domain: 'accounts',
    route: 'GET /security/networks/:userId',
    permission: 'player.manage',
    summary: 'The networks that an account below may be used from; superadmins also read their own',
    errors: ['NOT_FOUND'],
    params,
    response: NetworksResponse,
  }),
  change: endpoint({
    id: 'accounts.network.change',
    domain: 'accounts',
    route: 'PUT /security/networks/:userId',
    permission: 'player.manage',
    stepUp: 'factor',
    approval: accountApproval('superadmin.change', 'userId'),
    audit: auditAccount('Networks changed', 'userId', 'changed the networks of {object}'),
    summary:
      'Change the networks that an account below may be used from; its sessions on other networks end. With `preview`, only say which',
    errors: ['NOT_FOUND'],
    params,
    body: Networks.extend({ preview: z.literal(true).optional() }),
    response: NetworksResponse,
  }),
}

export const networkExamples = (): ExamplesOf<typeof networkApi> => {
  const data: Networks = { networks: ['203.0.113.0/24', '2001:db8::/32'], below: true }
  const inForce = [{ username: 'master1', networks: data.networks }]
  const shutOut = { total: 1, sessions: [{ username: 'master1', ipAddress: '198.51.100.4' }] }
  return {
    fields: { userId: 'id-master', data, address: '203.0.113.7', inForce },
    change: { body: { ...data, preview: true }, response: { shutOut } },
  }
}
