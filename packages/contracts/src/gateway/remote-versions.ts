import { z } from 'zod'
import { type AuditFormatter, asId } from '../audit'
import { endpoint, IdParams, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { internalCall } from '../internal'
import { Role } from '../roles'

/** Most remotes of other teams. */
export const remotesMax = 100
/** Of a signed `remote.json`: some 2,500 files. */
export const descriptorCharsMax = 256 * 1024

const Version = z.string().regex(/^[A-Za-z0-9.+-]{1,40}$/, 'Not a version')

const RemoteVersion = z.object({
  version: z.string(),
  /** What the suite lacks for it; empty if it fits. */
  misfits: z.array(z.string()),
  /** Pages opened on its screens, and files that could not be served, in the last hour at the gateway that answers. */
  loads: z.number().int(),
  failures: z.number().int(),
  /** Who accepted it, and when; absent for a new version, and for remotes of the suite. */
  by: z.string().optional(),
  at: z.iso.datetime().optional(),
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
  /** Why its newest `remote.json` is not used. */
  fault: z.string().optional(),
})
export type RemoteState = z.infer<typeof RemoteState>

const permission = 'remotes.manage'
const response = responseOf(RemoteState)
/** The versions before and after are logged as a change. */
const auditRemote =
  (subject: string, does: string): AuditFormatter =>
  ({ params }) => ({ subject, does: `${does} the remote ${asId(params.id)}` })

export const remotesApi = {
  list: endpoint({
    id: 'gateway.remote.list',
    domain: 'gateway',
    route: 'GET /remotes',
    permission,
    summary: 'Remotes with their versions, loads and failures',
    response: responseOf(z.array(RemoteState)),
  }),
  accept: endpoint({
    id: 'gateway.remote.accept',
    domain: 'gateway',
    route: 'POST /remotes/:id/accept',
    permission,
    stepUp: 'always',
    audit: auditRemote('Version of a remote accepted', 'accepted the newest version of'),
    summary: 'Let the newest version of another team’s remote take effect at the next page load',
    errors: ['NOT_FOUND', 'CONFLICT'],
    params: IdParams,
    body: z.strictObject({ version: Version }),
    response,
  }),
  rollBack: endpoint({
    id: 'gateway.remote.rollBack',
    domain: 'gateway',
    route: 'POST /remotes/:id/rollback',
    permission,
    stepUp: 'always',
    audit: auditRemote('Remote rolled back', 'went back to the previous version of'),
    summary: 'Go back to the version accepted before, from the next page load on',
    errors: ['NOT_FOUND', 'CONFLICT'],
    params: IdParams,
    response,
  }),
}

export const remoteExamples = (): ExamplesOf<typeof remotesApi> => {
  const accepted = { version: '1.0.0+0a1b2c3d', misfits: [], loads: 42, failures: 0 }
  const data: RemoteState = {
    _id: 'loyalty',
    title: 'Loyalty',
    isOwn: false,
    accepted: { ...accepted, by: 'superadmin', at: '2026-03-01T10:00:00.000Z' },
    newest: { ...accepted, version: '1.1.0+4e5f6a7b', loads: 0 },
  }
  const { version } = data.newest ?? accepted
  return { fields: { id: 'loyalty', data }, list: { response: { data: [data] } }, accept: { body: { version } } }
}

/** The exact text of a `remote.json`, and its Ed25519 signature in base64url. */
export const SignedDescriptor = z.object({
  text: z.string().max(descriptorCharsMax),
  signature: z.string().regex(/^[\w-]{86}$/),
})
export type SignedDescriptor = z.infer<typeof SignedDescriptor>

/** `hash`: SHA-256 of the text. `signed` is left out if the caller has it. */
const AcceptedVersion = z.object({
  version: z.string(),
  hash: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
  signed: SignedDescriptor.optional(),
})
export type AcceptedVersion = z.infer<typeof AcceptedVersion>

const Actor = z.object({
  accountId: z.string(),
  username: z.string(),
  role: Role,
  sessionId: z.string(),
  ipAddress: z.string(),
})

/** Calls of gateways, which read what superadmins have accepted. */
export const remotesInternal = {
  read: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/remotes',
    callers: ['gateway'],
    body: z.strictObject({ knownHashes: z.array(z.string()).max(2 * remotesMax) }),
    response: z.object({
      remotes: z.array(z.object({ id: z.string(), accepted: AcceptedVersion, previous: AcceptedVersion.optional() })),
    }),
  }),
  /** Accepts a version; without one, goes back to the previous. Conflict unless `replaces` is what is accepted. */
  accept: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/remotes/accept',
    callers: ['gateway'],
    body: z.strictObject({
      actor: Actor,
      id: z.string(),
      replaces: z.string().nullable(),
      next: z.object({ version: Version, signed: SignedDescriptor }).optional(),
    }),
    response: z.object({}),
    bodyBytesMax: 4 * descriptorCharsMax,
  }),
}
