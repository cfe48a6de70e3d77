import { z } from 'zod'
import { CallerQuery, endpoint, PathId, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { PublicJwk } from '../live/record'

/** Signed head of the log's hash chain: proves which entries existed at that time. */
export const LogHead = z.object({
  /** Number of entries: activities, signed draw records, and a seal of the ledger per minute. */
  size: z.number().int().min(1),
  /** Hash of the last entry, which commits to all before it. */
  hash: z.string(),
  at: z.iso.datetime(),
  /** Compact JWS of the JSON text of `{size, hash, at}`, Ed25519, by svc-reports. */
  signature: z.string(),
})
export type LogHead = z.infer<typeof LogHead>

/** Maximum entries in a proof, and in one response of `logDigests`. */
export const logDigestsMax = 10_000

/**
 * SHA-256 (base64url, as all hashes here) of position, kind, id, time and leaf of an entry, in lines. The hash of the
 * chain after an entry is that of the hash before, empty before the first, and of this digest, in lines.
 */
const LogDigest = z.string()

/** Proof that an entry is in the log that a signed head counts; the file verifies itself. */
export const LogProof = z.object({
  /** The stored activity, BSON in base64; its SHA-256 is the leaf. */
  content: z.string(),
  ...{ position: z.number().int().min(1), entryId: z.string(), entryAt: z.iso.datetime() },
  /** Hash of the chain before the entry, and digests of those after it up to the head. */
  ...{ before: z.string(), digests: z.array(LogDigest).max(logDigestsMax), head: LogHead, keys: z.array(PublicJwk) },
})
export type LogProof = z.infer<typeof LogProof>

export const logProofApi = {
  logHead: endpoint({
    id: 'reports.logHead.read',
    domain: 'reports',
    route: 'GET /log/head',
    permission: 'reports.read',
    summary: 'Last signed head of the hash chain of the log; null before the first entry',
    response: responseOf(LogHead.nullable()),
  }),
  logKeys: endpoint({
    id: 'reports.logKey.list',
    domain: 'reports',
    route: 'GET /log/keys',
    permission: 'public',
    summary: 'Public keys that verify the signatures of heads',
    response: responseOf(z.object({ keys: z.array(PublicJwk) })),
  }),
  logDigests: endpoint({
    id: 'reports.logDigest.list',
    domain: 'reports',
    route: 'GET /log/digests',
    permission: 'reports.read',
    summary: 'Digests of the entries after a head: they show that a later head extends it',
    /** `after`: number of entries of the earlier head. */
    query: CallerQuery.extend({ after: z.coerce.number().int().min(0) }),
    response: responseOf(z.array(LogDigest).max(logDigestsMax)),
    errors: ['NOT_FOUND'],
  }),
  logProof: endpoint({
    id: 'reports.logProof.read',
    domain: 'reports',
    route: 'GET /log/proof/:id',
    permission: 'reports.read',
    summary: 'Proof that an entry of the list is in the log, as a file that `npm run verify-log -- <file>` checks',
    params: z.strictObject({ id: PathId }),
    response: responseOf(LogProof),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
}

const logHeadExample: LogHead = {
  size: 12_345,
  hash: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
  at: '2026-01-05T10:00:00.000Z',
  signature: 'eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl',
}

const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
const keys: PublicJwk[] = [{ kty: 'OKP', crv: 'Ed25519', kid: 'svc-reports', x }]
const logProofExample: LogProof = {
  ...{ content: 'BQAAAAA=', position: 12_344, entryId: '9001', entryAt: logHeadExample.at },
  ...{ before: logHeadExample.hash, digests: [logHeadExample.hash], head: logHeadExample, keys },
}

export const logProofExamples = (): ExamplesOf<typeof logProofApi> => ({
  fields: {},
  logHead: { response: { data: logHeadExample } },
  logKeys: { response: { data: { keys } } },
  logDigests: { query: { after: 12_344 }, response: { data: [logHeadExample.hash] } },
  logProof: { params: { id: '0197a1b0-0000-7000-8000-000000000003' }, response: { data: logProofExample } },
})
