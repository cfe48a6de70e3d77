import { PublicJwk, SealedRecord, SeedChain, TicketProof } from '@cascade/contracts/live'

/** Documents that are yet to be checked: a chain, or `ofDraw` the versions of one draw with what the API adds to them. */
export type ReadDraw = {
  documents: readonly unknown[]
  ofDraw?: { seeds: SeedChain[]; previous?: SealedRecord }
}

/** Takes a record, a list of records, or what the API answers about a draw, with its envelope or without. */
export function readDocuments(content: unknown): ReadDraw {
  const inner = withoutEnvelope(content)
  if (has('documents', inner) && Array.isArray(inner.documents)) {
    const previous = has('previous', inner) ? SealedRecord.safeParse(inner.previous).data : undefined
    return { documents: inner.documents, ofDraw: { seeds: seedsIn(inner) ?? [], ...(previous && { previous }) } }
  }
  return { documents: Array.isArray(inner) ? inner : [inner] }
}

/**
 * Published keys, and the chains of day seeds where they are there too: what `GET live/keys` answers, a list of JSON Web
 * Keys, a set of them or one.
 */
export function readPublished(content: unknown): { publicKeys: PublicJwk[]; seeds?: SeedChain[] } {
  const inner = withoutEnvelope(content)
  const keys: unknown = has('keys', inner) ? inner.keys : inner
  const candidates: readonly unknown[] = Array.isArray(keys) ? keys : [keys]
  const seeds = seedsIn(content) ?? seedsIn(inner)
  return { publicKeys: candidates.flatMap(each => PublicJwk.safeParse(each).data ?? []), ...(seeds && { seeds }) }
}

const seedsIn = (content: unknown): SeedChain[] | undefined =>
  has('seeds', content) ? SeedChain.array().safeParse(content.seeds).data : undefined

/** The proof of a ticket: by itself, or within the details of a ticket as the API answers them. */
export function proofIn(content: unknown): unknown {
  const inner = withoutEnvelope(content)
  return has('proof', content) ? content.proof : has('proof', inner) ? inner.proof : inner
}

/** Whether somebody gave a ticket with its proof, and no record. */
export const isTicket = (content: unknown): boolean => TicketProof.safeParse(proofIn(content)).success

/** What is in an answer of the API, or what is no answer as it is. */
const withoutEnvelope = (content: unknown): unknown =>
  has('success', content) && has('data', content) ? content.data : content

const has = <K extends string>(key: K, value: unknown): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
