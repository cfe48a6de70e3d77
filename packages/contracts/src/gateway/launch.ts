import { z } from 'zod'
import { endpoint, responseOf, SuccessResponse } from '../define'
import type { ExamplesOf } from '../example'
import { internalCall } from '../internal'
import { freeText } from '../values/text'

/** Items that an installation in production needs before it goes live. svc-accounts checks the first five. */
export const launchItems = [
  ...(['secondFactor', 'secondSuperadmin', 'creditLines', 'sessions', 'strict'] as const),
  ...(['heads', 'tls', 'docs'] as const),
] as const
export const LaunchItem = z.enum(launchItems)
export type LaunchItem = z.infer<typeof LaunchItem>

export const launchApi = {
  list: endpoint({
    id: 'gateway.launch.list',
    domain: 'gateway',
    route: 'GET /launch',
    permission: 'policy.manage',
    summary: 'What is left to do before the installation goes live; in production only',
    response: responseOf(z.array(LaunchItem)),
  }),
  accept: endpoint({
    id: 'accounts.launch.accept',
    domain: 'accounts',
    route: 'POST /launch/:item/accept',
    permission: 'policy.manage',
    stepUp: 'always',
    audit: ({ params: { item }, body: { reason } }) => ({
      subject: 'Launch item accepted',
      does: `accepted “${item}” before going live: ${reason}`,
    }),
    summary: 'Go live without an item, with a reason',
    params: z.strictObject({ item: LaunchItem }),
    body: z.strictObject({ reason: freeText('Please give a reason.').min(3, 'Please give a reason.').max(200) }),
    response: SuccessResponse,
  }),
}

export const launchInternal = {
  read: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/launch',
    callers: ['gateway'],
    body: z.strictObject({}),
    response: z.object({ open: z.array(LaunchItem), accepted: z.array(LaunchItem) }),
  }),
}

export const launchExamples = (): ExamplesOf<typeof launchApi> => ({
  fields: { item: 'docs', reason: 'Our partners read it.' },
  list: { response: { data: ['secondFactor', 'tls'] } },
})
