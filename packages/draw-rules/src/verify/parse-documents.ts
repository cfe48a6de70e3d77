import { PublicJwk, SealedRecord, SeedChain, TicketProof } from '@cascade/contracts/live'

/**
 * Unvalidated documents: a chain, or with `ofDraw` the versions of one draw and the additional data of the API
 * response.
 */
export type ParsedDraw = {
  documents: readonly unknown[]
  ofDraw?: { seeds: SeedChain[]; previous?: SealedRecord }
}

/** Reads a record, a list of records, or an API response about a draw, with or without its envelope. */
export function parseDocuments(content: unknown): ParsedDraw {
  const inner = withoutEnvelope(content)
  if (has('documents', inner) && Array.isArray(inner.documents)) {
    const previous = has('previous', inner) ? SealedRecord.safeParse(inner.previous).data : undefined
    return { documents: inner.documents, ofDraw: { seeds: seedsIn(inner) ?? [], ...(previous && { previous }) } }
  }
  return { documents: Array.isArray(inner) ? inner : [inner] }
}

/**
 * Reads published keys, and chains of day seeds if present: the response of `GET live/keys`, a list of JSON Web Keys, a
 * set of them or a single one.
 */
export function parsePublishedKeys(content: unknown): { publicKeys: PublicJwk[]; seeds?: SeedChain[] } {
  const inner = withoutEnvelope(content)
  const keys: unknown = has('keys', inner) ? inner.keys : inner
  const candidates: readonly unknown[] = Array.isArray(keys) ? keys : [keys]
  const seeds = seedsIn(content) ?? seedsIn(inner)
  return { publicKeys: candidates.flatMap(each => PublicJwk.safeParse(each).data ?? []), ...(seeds && { seeds }) }
}

const seedsIn = (content: unknown): SeedChain[] | undefined =>
  has('seeds', content) ? SeedChain.array().safeParse(content.seeds).data : undefined

/** The proof of a ticket: by itself, or in an API response with the details of a ticket. */
export function extractProof(content: unknown): unknown {
  const inner = withoutEnvelope(content)
  return has('proof', content) ? content.proof : has('proof', inner) ? inner.proof : inner
}

/** Whether the content is a ticket proof instead of a record. */
export const isTicketProof = (content: unknown): boolean => TicketProof.safeParse(extractProof(content)).success

/** Unwraps an API response; other content is returned unchanged. */
const withoutEnvelope = (content: unknown): unknown =>
  has('success', content) && has('data', content) ? content.data : content

const has = <K extends string>(key: K, value: unknown): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
