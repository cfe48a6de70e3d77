import { z } from 'zod'
import { Requester } from '../accounts/approval-internal'
import { type AuditFormatter, asId } from '../audit'
import { endpoint, IdParams, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { internalCall } from '../internal'

/** Most remotes of other teams. */
export const remotesMax = 100
/** Of a signed `remote.json`: some 2,500 files. */
const descriptorCharsMax = 256 * 1024

const Version = z.string().regex(/^[A-Za-z0-9.+-]{1,40}$/, 'Not a version')

export const RemoteVersion = z.object({
  version: z.string(),
  /** What the suite lacks for it; empty if it fits. */
  misfits: z.array(z.string()),
  /** Pages opened on its screens, and files that could not be served, in the last hour at the gateway that answers. */
  loads: z.number().int(),
  failures: z.number().int(),
})
export type RemoteVersion = z.infer<typeof RemoteVersion>

/** A remote. One of the suite has an accepted version only: it takes effect when it is deployed. */
export const RemoteState = z.object({
  _id: z.string(),
  title: z.string(),
  isOwn: z.boolean(),
  accepted: RemoteVersion.optional(),
  /** The version accepted before. */
  previous: RemoteVersion.optional(),
  /** A newer version that waits. */
  newest: RemoteVersion.optional(),
  /** Why its newest `remote.json`, or what is accepted, is not used. */
  fault: z.string().optional(),
})
export type RemoteState = z.infer<typeof RemoteState>

/** The versions before and after are logged as a change. */
const auditRemote =
  (subject: string, does: string): AuditFormatter =>
  ({ params }) => ({ subject, does: `${does} the remote ${asId(params.id)}` })

const shape = { domain: 'gateway', permission: 'remotes.manage' } as const
const change = {
  ...shape,
  stepUp: 'always',
  errors: ['NOT_FOUND', 'CONFLICT'],
  params: IdParams,
  response: responseOf(RemoteState),
} as const

export const remotesApi = {
  list: endpoint({
    ...shape,
    id: 'gateway.remote.list',
    route: 'GET /remotes',
    summary: 'Remotes with their versions, loads and failures',
    response: responseOf(z.array(RemoteState)),
  }),
  accept: endpoint({
    ...change,
    id: 'gateway.remote.accept',
    route: 'POST /remotes/:id/accept',
    audit: auditRemote('Version of a remote accepted', 'accepted the newest version of'),
    summary: 'Let the newest version of another team’s remote take effect at the next page load',
    body: z.strictObject({ version: Version }),
  }),
  rollBack: endpoint({
    ...change,
    id: 'gateway.remote.rollBack',
    route: 'POST /remotes/:id/rollback',
    audit: auditRemote('Remote rolled back', 'went back to the previous version of'),
    summary: 'Go back to the version accepted before, from the next page load on',
  }),
}

export const remoteExamples = (): ExamplesOf<typeof remotesApi> => {
  const accepted = { version: '1.0.0+0a1b2c3d', misfits: [], loads: 42, failures: 0 }
  const newest = { ...accepted, version: '1.1.0+4e5f6a7b', loads: 0 }
  const data: RemoteState = { _id: 'loyalty', title: 'Loyalty', isOwn: false, accepted, newest }
  const accept = { body: { version: newest.version } }
  return { fields: { id: 'loyalty', data }, list: { response: { data: [data] } }, accept }
}

/** The exact text of a `remote.json` with its Ed25519 signature in base64url, which identifies the version. */
export const SignedDescriptor = z.object({
  text: z.string().max(descriptorCharsMax),
  signature: z.string().regex(/^[\w-]{86}$/),
})
export type SignedDescriptor = z.infer<typeof SignedDescriptor>

const Accepted = SignedDescriptor.partial({ text: true })

/** Calls of gateways. */
export const remotesInternal = {
  /** What superadmins have accepted; texts that the caller has, and all but twenty others, are left out. */
  read: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/remotes',
    callers: ['gateway'],
    body: z.strictObject({ signatures: z.array(z.string()).max(2 * remotesMax) }),
    response: z.object({
      remotes: z.array(z.object({ id: z.string(), accepted: Accepted, previous: Accepted.optional() })),
    }),
  }),
  /** Accepts a version; without `next` the previous one. Conflict unless `replaces` is the signature of the accepted. */
  accept: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/remotes/accept',
    callers: ['gateway'],
    changes: true,
    body: z.strictObject({
      actor: Requester,
      id: z.string(),
      replaces: z.string().nullable(),
      next: SignedDescriptor.optional(),
    }),
    response: z.object({}),
    bodyBytesMax: 4 * descriptorCharsMax,
  }),
}
